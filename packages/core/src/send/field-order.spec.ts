import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inFieldOrder } from './field-order.js';

it('gives equal messages equal text, in whatever order their fields were written', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (message) => {
      const turned = Object.fromEntries(Object.entries(message).reverse());
      const text = JSON.stringify(inFieldOrder({ a: [message] }));
      expect(JSON.stringify(inFieldOrder({ a: [turned] }))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify({ a: [message] })));
    }),
  );
});

it('keeps the order of lists, and a field that is called __proto__', () => {
  expect(JSON.stringify(inFieldOrder({ b: [2, 1], a: 1 }))).toBe('{"a":1,"b":[2,1]}');
  expect(JSON.stringify(inFieldOrder(JSON.parse('{"b":1,"__proto__":{"x":1}}')))).toBe(
    '{"__proto__":{"x":1},"b":1}',
  );
});
