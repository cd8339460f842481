import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLossless } from './lossless-json.js';
import { stringifyBody, UnwritableBodyError } from './stringify-body.js';

function issueOf(value: unknown): UnwritableBodyError['issue'] | undefined {
  try {
    stringifyBody(value);
    return undefined;
  } catch (error) {
    if (error instanceof UnwritableBodyError) return error.issue;
    throw error;
  }
}

describe('stringifyBody', () => {
  it('F79: writes Chinese, emoji, & and < as they are', () => {
    const text = stringifyBody({ url: 'https://e.example/?a=1&b=2', content: '测试😀<a href="x">\u2028' });
    expect(text).not.toContain('\\u');
    expect(text).toBe('{"url":"https://e.example/?a=1&b=2","content":"测试😀<a href=\\"x\\">\u2028"}');
  });

  it('F80: refuses half of an emoji, with the path', () => {
    const cut = '1234567890123456789😀'.slice(0, 20);
    expect(issueOf({ data: { thing1: { value: cut } } })).toMatchObject({ path: 'data.thing1.value' });
    expect(issueOf({ list: ['a', '\udc00'] })).toMatchObject({ path: 'list.1' });
    expect(issueOf({ '\ud83d': 1 })).toBeDefined();
  });

  it.each([
    [{ a: [1, Number.NaN] }, 'a.1'],
    [{ a: Number.POSITIVE_INFINITY }, 'a'],
    [{ a: ['x', undefined] }, 'a.1'],
    [{ a: new Array(1) }, 'a.0'],
    [{ a: { b: () => 1 } }, 'a.b'],
    [{ a: Symbol('s') }, 'a'],
    [undefined, ''],
  ])('refuses %o', (value, path) => {
    expect(issueOf(value)).toMatchObject({ path });
  });

  it('refuses a circle instead of running out of stack', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(issueOf(circle)).toMatchObject({ path: 'self.self.self.self.self' });
  });

  it('F54: writes bigints as integers', () => {
    expect(stringifyBody({ msgid: 2000000000000000001n, list: [-1n] })).toBe(
      '{"msgid":2000000000000000001,"list":[-1]}',
    );
  });

  it('leaves keys out whose value is undefined, and asks toJSON', () => {
    expect(stringifyBody({ a: undefined, b: null, at: new Date(0) })).toBe(
      '{"b":null,"at":"1970-01-01T00:00:00.000Z"}',
    );
    expect(stringifyBody({ a: undefined })).toBe('{}');
  });

  it('agrees with JSON.stringify on all JSON values', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        if (issueOf(value) === undefined) expect(stringifyBody(value)).toBe(JSON.stringify(value));
      }),
    );
  });

  it('takes a text that spells out an escape for what it is', () => {
    expect(stringifyBody({ a: '\\ud83d' })).toBe('{"a":"\\\\ud83d"}');
  });

  it('writes a request the same way, whether or not something in it is out of the ordinary', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = stringifyBody({ value });
        expect(stringifyBody({ value, big: 1n })).toBe(`${plain.slice(0, -1)},"big":1}`);
      }),
    );
  });

  it('equal input gives equal bytes, and integers of any size come back', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n }),
        fc.string({ unit: 'grapheme' }),
        (id, text) => {
          expect(stringifyBody({ id, text })).toBe(stringifyBody({ id, text }));
          expect(parseLossless(stringifyBody({ id, text }))).toEqual({ id: String(id), text });
        },
      ),
    );
  });
});
