/**
 * Parses JSON without rounding: an integer beyond ±(2^53 − 1), such as a 64-bit message id, becomes its decimal string.
 * Other numbers stay numbers.
 *
 * @throws SyntaxError exactly where `JSON.parse` throws
 */
export function parseLossless(text: string): unknown {
  return JSON.parse(mayHoldBigInteger.test(text) ? quoteBigIntegers(text) : text);
}

/** The shortest unsafe integer has 16 digits. */
const mayHoldBigInteger = /\d{16}/;

const quote = 0x22;
const backslash = 0x5c;
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const integerToken = /^-?\d{16,}$/;

/** Strings are stepped over as a whole, so digits in them stay as they are, also where the text is damaged. */
function quoteBigIntegers(text: string): string {
  let quoted = '';
  let copied = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
      continue;
    }
    const token = mayStartNumber(code) ? numberAt(text, at) : '';
    if (isUnsafeInteger(token)) {
      quoted += `${text.slice(copied, at)}"${token}"`;
      copied = at + token.length;
    }
    at += Math.max(1, token.length);
  }
  return quoted + text.slice(copied);
}

function mayStartNumber(code: number): boolean {
  return code === 0x2d || (code >= 0x30 && code <= 0x39);
}

function numberAt(text: string, start: number): string {
  numberToken.lastIndex = start;
  return numberToken.exec(text)?.[0] ?? '';
}

function isUnsafeInteger(token: string): boolean {
  return integerToken.test(token) && !Number.isSafeInteger(Number(token));
}

/** Index after the closing quote; the text's end where there is none. */
export function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    at += code === backslash ? 2 : 1;
  }
  return text.length;
}
