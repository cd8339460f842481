import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkTemplateFields } from './index.js';

function messageFor(key: string, value: string): string | undefined {
  return checkTemplateFields({ [key]: { value } }, 'data')[0]?.message;
}

const accepted: readonly (readonly [key: string, value: string])[] = [
  ['thing1', '示例商品'],
  ['thing1', '一'.repeat(20)],
  ['thing1', '😀'.repeat(20)],
  ['thing12', '两行\n也行'],
  ['number1', '42'],
  ['number1', '-3.14'],
  ['number1', '1'.repeat(32)],
  ['letter1', 'Abc'],
  ['symbol1', '+-*/！'],
  ['character_string2', 'SF-100200300#1'],
  ['time3', '15:01'],
  ['time3', '9:05'],
  ['time3', '2026-01-02 10:00:00'],
  ['time3', '2019年10月1日 15:01'],
  ['time3', '15:01~16:01'],
  ['time3', '2019年10月1日 15:01 ~ 2019年10月2日 16:01'],
  ['date1', '2019年10月1日'],
  ['date1', '2026/1/2'],
  ['date1', '2019年10月1日 15:01~16:01'],
  ['date1', '2019-10-01~2019-10-07'],
  ['amount2', '12.50元'],
  ['amount2', '￥12.5'],
  ['amount2', '$9999999999'],
  ['amount2', '0'],
  ['phone_number1', '+86-0766-66888866'],
  ['car_number1', '粤A8Z888挂'],
  ['car_number1', '京A12345'],
  ['name1', '张三'],
  ['name1', 'Johann Sebastian B.'],
  ['phrase1', '已发货'],
  ['enum1', '任意'],
];

const refused: readonly (readonly [key: string, value: string, reason: RegExp])[] = [
  ['thing1', '一'.repeat(21), /at most 20 characters, has 21/],
  ['thing1', '', /empty/],
  ['number1', '1,000', /number in digits/],
  ['number1', '一', /number in digits/],
  ['number1', '1'.repeat(33), /at most 32/],
  ['letter1', 'a1', /letters/],
  ['letter1', 'a'.repeat(33), /at most 32/],
  ['symbol1', 'a', /symbols only/],
  ['symbol1', '++++++', /at most 5/],
  ['character_string2', '单号1', /digits, letters and symbols/],
  ['character_string2', '1'.repeat(33), /at most 32/],
  ['time3', '25:00', /24-hour time/],
  ['time3', '下午3点', /24-hour time/],
  ['time3', '2019年10月1日', /24-hour time/],
  ['time3', '15:01~16:01~17:01', /joined by ~/],
  ['time3', '15:01~', /joined by ~/],
  ['date1', '明天', /date/],
  ['date1', '15:01', /date/],
  ['amount2', '12345678901', /at most 10 digits/],
  ['amount2', '1,234.00', /amount/],
  ['amount2', '￥￥12', /amount/],
  ['phone_number1', '1'.repeat(18), /at most 17/],
  ['phone_number1', '电话1', /digits and symbols/],
  ['car_number1', '粤A8Z8888挂', /at most 8/],
  ['car_number1', '粤A8中888', /first and the last/],
  ['name1', '张'.repeat(11), /at most 10/],
  ['name1', 'a'.repeat(21), /at most 20/],
  ['phrase1', '已经完全发货', /at most 5/],
  ['phrase1', 'OK', /Chinese/],
  ['enum1', '', /empty/],
];

describe('values of template fields', () => {
  it.each(accepted)('%s takes %s', (key, value) => {
    expect(messageFor(key, value)).toBeUndefined();
  });

  it.each(refused)('%s refuses %s', (key, value, reason) => {
    expect(messageFor(key, value)).toMatch(reason);
  });

  it('are reported by their paths, all of them at once', () => {
    const fields = { thing1: { value: '' }, thing2: { value: 'ok' }, phrase3: { value: 'no' } };
    expect(checkTemplateFields(fields, 'data').map(({ path }) => path)).toEqual([
      'data.thing1.value',
      'data.phrase3.value',
    ]);
  });

  it.each(['first', 'remark', 'keyword1', 'thing', 'mystery7', 'const2'])(
    'of keys without a known type are not restricted: %s',
    (key) => {
      expect(messageFor(key, '')).toBeUndefined();
      expect(messageFor(key, '很长的一段话\n'.repeat(40))).toBeUndefined();
    },
  );

  it.each(['thing1.DATA', '{{thing1}}', '{{thing1.DATA}}'])(
    'must not stand under the placeholder %s',
    (key) => {
      expect(messageFor(key, '示例')).toMatch(/bare key/);
    },
  );

  it('F80: with half an emoji are refused under any key', () => {
    const half = '1234567890123456789😀'.slice(0, 20);
    for (const key of ['thing1', 'first', 'keyword1']) expect(messageFor(key, half)).toMatch(/surrogate/);
  });

  it.each(['\u0000', '\u0007', '\u001b', '\u007f'])(
    'with the control character %j are refused',
    (character) => {
      expect(messageFor('thing1', `a${character}b`)).toMatch(/control/);
      expect(messageFor('remark', `a${character}b`)).toMatch(/control/);
    },
  );
});

describe('F80: the length of a thing', () => {
  const letter = fc.constantFrom('a', '一', '😀', '𠮷', '·', '9');

  it('counts characters, whatever they take in memory', () => {
    fc.assert(
      fc.property(fc.array(letter, { minLength: 1, maxLength: 40 }), (letters) => {
        const problem = messageFor('thing1', letters.join(''));
        expect(problem === undefined).toBe(letters.length <= 20);
      }),
    );
  });

  it('is judged the same way for every well-formed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), (value) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters have a rule of their own
        fc.pre(!/[\u0000-\u001f\u007f]/.test(value));
        expect(messageFor('thing1', value) === undefined).toBe([...value].length <= 20);
      }),
    );
  });
});

describe('numbers and amounts', () => {
  it('that JavaScript writes as plain decimals are taken', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), fc.nat(99), (whole, cents) => {
        const value = `${whole}.${String(cents).padStart(2, '0')}`;
        expect(messageFor('number1', value)).toBeUndefined();
        expect(messageFor('amount1', `¥${value}`)).toBeUndefined();
        expect(messageFor('amount1', `${value}元`)).toBeUndefined();
      }),
    );
  });
});

describe('any value under any key', () => {
  it('is judged without a throw', () => {
    const anyKey = fc.oneof(fc.string(), fc.constantFrom('thing1', 'time2', 'date3', 'car_number4', 'name5'));
    fc.assert(
      fc.property(anyKey, fc.string({ unit: 'binary' }), (key, value) => {
        expect(() => checkTemplateFields({ [key]: { value } }, 'data')).not.toThrow();
      }),
    );
  });
});
