import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTolerant } from './tolerant-json.js';

describe('parseTolerant', () => {
  it('F73: reads raw control characters in strings as themselves', () => {
    expect(parseTolerant('{"openid":"o1","nickname":"a\u0007b\nc"}')).toEqual({
      openid: 'o1',
      nickname: 'a\u0007b\nc',
    });
  });

  it('F73: leaves white space between the strings and everything else alone', () => {
    const text = '{\r\n\t"a" : "x\u0001\\n\\u4e2d\\"\t" ,\n"id": 12345678901234567890, "s":"\\\\"}\n';
    expect(parseTolerant(text)).toEqual({ a: 'x\u0001\n中"\t', id: '12345678901234567890', s: '\\' });
  });

  it.each(['', '<html>', '{"a":1', '{"a":"\u0007', '\u0007{"a":1}', '{"a":1}\u0007'])(
    'gives undefined for %j',
    (text) => {
      expect(parseTolerant(text)).toBeUndefined();
    },
  );

  it('F73: any string survives with its control characters raw', () => {
    const character = fc.oneof(
      fc.integer({ min: 0, max: 0x1f }).map((code) => String.fromCharCode(code)),
      fc.string({ unit: 'grapheme', maxLength: 2 }),
    );
    fc.assert(
      fc.property(
        fc.array(character).map((characters) => characters.join('')),
        (text) => {
          const raw = JSON.stringify(text).replace(
            /\\u00[01][0-9a-f]|\\[bfnrt]/g,
            (sequence, at, whole: string) =>
              isEscaped(whole, Number(at)) ? sequence : JSON.parse(`"${sequence}"`),
          );
          expect(parseTolerant(`{"nickname":${raw}}`)).toEqual({ nickname: text });
        },
      ),
    );
  });
});

/** Whether the backslash at `at` is itself escaped by an odd number of backslashes before it. */
function isEscaped(text: string, at: number): boolean {
  return (/\\*$/.exec(text.slice(0, at))?.[0].length ?? 0) % 2 === 1;
}
