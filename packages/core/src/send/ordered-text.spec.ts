import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringifyBody } from '../transport/stringify-body.js';
import { inFieldOrder } from './field-order.js';
import { fingerprint } from './fingerprint.js';
import { orderedText } from './ordered-text.js';

/** By the longer way, which puts a copy in order and writes it then. */
const written = (value: Readonly<Record<string, unknown>>) => stringifyBody(inFieldOrder(value));

function outcome(write: typeof orderedText, value: Readonly<Record<string, unknown>>) {
  try {
    return { text: write(value) };
  } catch (error) {
    return { error };
  }
}

const half = '😀'.slice(0, 1);
const names = fc.oneof(
  fc.string(),
  fc.constantFrom('10', '9', '-1', '01', 'thing2', 'thing10', 'a"b', '\\', '__proto__', 'toJSON', half, '名'),
);
const leaves = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'x'.repeat(65),
    '',
    '"',
    '\\ud83d',
    '\u2028',
    '\u007f',
    '示例😀',
    half,
    -0,
    1e21,
    5e-324,
    Number.NaN,
  ),
  fc.constantFrom<unknown>(null, undefined, true, 1n, Symbol('s'), () => 1, new Array(2)),
  fc.constantFrom<unknown>(new Date(0), new Map(), /x/, { toJSON: () => 'as it likes' }, Object.create(null)),
);

/** As `JSON.parse` would give it, so that `__proto__` is a field. */
function recordOf(fields: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [name, value] of fields) {
    Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return record;
}

/** @param leaf what stands at the ends; the fewer odd ones, the more messages are plain */
function messages(leaf: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  const { record } = fc.letrec<{ value: unknown; record: Record<string, unknown> }>((tie) => ({
    value: fc.oneof({ depthSize: 'small' }, leaf, tie('record'), fc.array(tie('value'), { maxLength: 3 })),
    record: fc.array(fc.tuple(names, tie('value')), { maxLength: 5 }).map(recordOf),
  }));
  return record;
}

describe('the text of a message in order', () => {
  it('is what the ordered copy of it is written as, whatever it holds, or fails as that does', () => {
    const plain = fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.boolean());
    const any = fc.oneof({ weight: 4, arbitrary: plain }, leaves);
    fc.assert(
      fc.property(fc.oneof(messages(plain), messages(any)), (message) => {
        expect(outcome(orderedText, message)).toEqual(outcome(written, message));
      }),
      { numRuns: 400 },
    );
  });

  it('is so for a list, which becomes an object', () => {
    const list: object = ['a', { b: 1, a: 2 }];
    expect(orderedText(list as Record<string, unknown>)).toBe('{"0":"a","1":{"a":2,"b":1}}');
  });

  it('is so for more fields than are sorted by hand', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 15, maxLength: 40 }), (many) => {
        const message = recordOf(many.map((name, at) => [name, at]));
        expect(orderedText(message)).toBe(written(message));
      }),
    );
  });

  it('reads each field of a plain message once', () => {
    let reads = 0;
    const data = {
      get thing1() {
        reads += 1;
        return { value: '示例' };
      },
    };
    expect(orderedText({ touser: 'o1', data })).toBe('{"data":{"thing1":{"value":"示例"}},"touser":"o1"}');
    expect(reads).toBe(1);
  });

  it.each([
    [
      { touser: 'o1', data: { thing2: { value: '示例😀' }, thing10: { value: '1' } } },
      'XPnOew9m7PViANPNSOuktt',
    ],
    [{ b: { 10: 'ten', 9: 'nine', a: '"' }, a: [{ d: 1.5, c: null }, [true]] }, 'bJmIi3bZGcVaqbxh4UdGGP'],
    [{ z: 2000000000000000001n, at: new Date(0), left: undefined }, 'DpdfGub9NsxRTp9tU3a3D3'],
  ])('of %o has the digest that it had in earlier versions', (message, digest) => {
    expect(fingerprint('template.send', orderedText(message))).toBe(digest);
  });
});
