import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLossless } from './lossless-json.js';

describe('parseLossless', () => {
  it('F54: a 64-bit msgid keeps every digit, as a string', () => {
    const text = '{"errcode":0,"errmsg":"ok","msgid":2000000000000000001}';
    expect(parseLossless(text)).toEqual({ errcode: 0, errmsg: 'ok', msgid: '2000000000000000001' });
    expect(JSON.stringify(parseLossless(text))).toContain('"msgid":"2000000000000000001"');
  });

  it.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', '9007199254740992'],
    ['-9007199254740991', -9007199254740991],
    ['-9007199254740993', '-9007199254740993'],
    ['[12345678901234567890,1]', ['12345678901234567890', 1]],
    ['0.12345678901234567890', Number('0.12345678901234567890')],
    ['12345678901234567890.5', Number('12345678901234567890.5')],
    ['1.2345678901234567e30', 1.2345678901234567e30],
    ['12345678901234567890E2', Number('12345678901234567890E2')],
    ['"12345678901234567890"', '12345678901234567890'],
    [String.raw`"a\"12345678901234567890"`, 'a"12345678901234567890'],
    [String.raw`{"a\\":12345678901234567890}`, { 'a\\': '12345678901234567890' }],
    [
      '{"12345678901234567890":[{"a":{"b":98765432109876543210}}]}',
      { '12345678901234567890': [{ a: { b: '98765432109876543210' } }] },
    ],
    ['1000000000000000', 1000000000000000],
    ['-0', -0],
  ])('reads %s', (text, value) => {
    expect(parseLossless(text)).toEqual(value);
  });

  it.each([
    '',
    '012345678901234567890',
    '--12345678901234567890',
    '"12345678901234567890',
    String.raw`"\12345678901234567890`,
    '12345678901234567890x',
    '[12345678901234567890',
    '12345678901234567890 12345678901234567890',
    '{12345678901234567890:1}x',
    '1.12345678901234567890.1',
  ])('refuses %s, as JSON.parse does', (text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(() => parseLossless(text)).toThrow(SyntaxError);
  });

  it('a key __proto__ reaches no prototype', () => {
    const value = parseLossless('{"__proto__":{"polluted":1},"id":12345678901234567890}');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'id']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('agrees with JSON.parse on all values without big integers', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        const hasBig = JSON.stringify(value).match(/(?<![\d.e+-])-?\d{16,}(?![\d.eE])/);
        if (!hasBig) expect(parseLossless(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('gives every integer back exactly, wherever it stands', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), fc.string(), (integer, text) => {
        const json = `{${JSON.stringify(text)}: [ ${integer} , {"x":${integer}}], "s":${JSON.stringify(`${text}${integer}`)}}`;
        const safe = Number.isSafeInteger(Number(integer));
        const expected = safe ? Number(integer) : String(integer);
        const value = parseLossless(json) as Record<string, unknown>;
        if (text !== 's') expect(value[text]).toEqual([expected, { x: expected }]);
        expect(value.s).toBe(`${text}${integer}`);
      }),
    );
  });

  it('is invalid exactly where JSON.parse is, also for damaged texts', () => {
    const piece = fc.constantFrom(
      '"',
      '\\',
      '12345678901234567890',
      '-',
      '0',
      ',',
      ':',
      '[',
      ']',
      '{',
      '}',
      '1',
      '.',
      'e',
      ' ',
      'a',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        // A big integer may be a key only if it was quoted before.
        if (/[{,]\s*-?\d+\s*:/.test(text)) return;
        expect(parses(parseLossless, text)).toBe(parses(JSON.parse, text));
      }),
      { numRuns: 3_000 },
    );
  });
});

function parses(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
