/** Says what is wrong with a value, or nothing. */
type FieldRule = (value: string) => string | undefined;

const characters = (value: string) => [...value].length;

function atMost(max: number): FieldRule {
  return (value) => {
    // No text has more characters than code units, and those need no counting.
    if (value.length <= max || characters(value) <= max) return undefined;
    return `must have at most ${max} characters, has ${characters(value)}`;
  };
}

function shaped(shape: RegExp, expectation: string): FieldRule {
  return (value) => (shape.test(value) ? undefined : `must be ${expectation}`);
}

function all(...rules: readonly FieldRule[]): FieldRule {
  return (value) => {
    for (const rule of rules) {
      const problem = rule(value);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

const day = String.raw`(?:\d{4}[年\-/.]\d{1,2}[月\-/.]\d{1,2}日?|\d{1,2}月\d{1,2}日)`;
const clock = String.raw`(?:[01]?\d|2[0-3])[:：][0-5]\d(?:[:：][0-5]\d)?`;
const moment = new RegExp(String.raw`^(?:${day}\s*)?${clock}$`);
const dayWithTime = new RegExp(String.raw`^${day}(?:\s*${clock})?$`);

/** One point or two joined by `~`; the second may leave out what it shares with the first. */
function pointOrRange(first: RegExp, second: RegExp, expectation: string): FieldRule {
  return (value) => {
    if (first.test(value)) return undefined;
    const [from = '', to, ...rest] = value.split('~').map((point) => point.trim());
    const fits = first.test(from) && (to === undefined || second.test(to)) && rest.length === 0;
    return fits ? undefined : `must be ${expectation}, or two joined by ~`;
  };
}

const anyPoint = new RegExp(`${moment.source}|${dayWithTime.source}`);

function personName(value: string): string | undefined {
  return /\p{Script=Han}/u.test(value) ? atMost(10)(value) : atMost(20)(value);
}

/** Digits of the whole part; what follows the point does not count. */
const tenDigits = /^\p{Sc}?\d{1,10}(?:\.\d+)?元?$/u;

/**
 * The rules of the platform for template and subscription messages, by the type in a key like `thing1`. Characters are
 * code points: an emoji counts once, as long as it is a single one.
 *
 * `enum` values are listed in the template, which is not known here.
 *
 * @see https://developers.weixin.qq.com/doc/service/api/notify/notify/api_sendnewsubscribemsg.html
 */
export const fieldRules: ReadonlyMap<string, FieldRule> = new Map([
  ['thing', atMost(20)],
  ['number', all(shaped(/^[+-]?\d+(?:\.\d+)?$/, 'a number in digits, decimals allowed'), atMost(32))],
  ['letter', all(shaped(/^[A-Za-z]+$/, 'letters from A to Z only'), atMost(32))],
  ['symbol', all(shaped(/^[\p{P}\p{S}]+$/u, 'symbols only'), atMost(5))],
  [
    'character_string',
    all(shaped(/^[0-9A-Za-z \p{P}\p{S}]+$/u, 'digits, letters and symbols only'), atMost(32)),
  ],
  ['time', pointOrRange(moment, anyPoint, 'a 24-hour time such as 15:01 or 2026-01-02 15:01')],
  ['date', pointOrRange(dayWithTime, anyPoint, 'a date such as 2026年1月2日, which may carry a time')],
  ['amount', shaped(tenDigits, 'an amount such as ¥12.50 or 12.50元, with at most 10 digits')],
  ['phone_number', all(shaped(/^[\d \p{P}\p{S}]+$/u, 'digits and symbols only'), atMost(17))],
  [
    'car_number',
    all(
      shaped(/^.\P{Script=Han}*.?$/u, 'a plate on which only the first and the last character are Chinese'),
      atMost(8),
    ),
  ],
  ['name', personName],
  ['phrase', all(shaped(/^\p{Script=Han}+$/u, 'Chinese characters only'), atMost(5))],
  ['enum', () => undefined],
]);
