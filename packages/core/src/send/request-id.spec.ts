import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRequestId } from './request-id.js';

describe('checkRequestId', () => {
  it.each(['a', 'order-1001-shipped', '订单-1001', 'a b', 'x'.repeat(128), '😀'.repeat(128)])(
    'takes %j',
    (id) => {
      expect(() => checkRequestId(id)).not.toThrow();
    },
  );

  it.each([
    [undefined, /is required/],
    [1001, /must be a string, got number/],
    ['', /must not be empty/],
    ['x'.repeat(129), /at most 128 characters, got 129/],
    ['x'.repeat(1_000_000), /at most 128 characters/],
    ['a\nb', /printable/],
    ['a\u0000', /printable/],
    ['a\u200bb', /printable/],
    ['\ud83d', /printable/],
    [' a', /begin or end with a space/],
    ['a\u3000', /begin or end with a space/],
  ])('refuses %j with the path requestId', (id, message) => {
    const check = () => checkRequestId(id);
    expect(check).toThrow(message);
    expect(check).toThrow(
      expect.objectContaining({
        code: 'VALIDATION',
        issues: [expect.objectContaining({ path: 'requestId' })],
      }),
    );
  });

  it('never throws anything but its own error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.anything()), (value) => {
        try {
          checkRequestId(value);
        } catch (error) {
          expect(error).toMatchObject({ code: 'VALIDATION' });
        }
      }),
    );
  });
});
