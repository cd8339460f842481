import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kfMsgidField } from './kf-msgid.js';

describe('the msgid of a customer-service message', () => {
  it('is the requestId itself where the platform takes it', () => {
    expect(kfMsgidField('order-42_paid')).toEqual({ msgid: 'order-42_paid' });
  });

  it('is a hash of it where it is too long or has odd characters', () => {
    for (const requestId of ['x'.repeat(33), '订单42', 'a b', 'a.b', 'a:b', '']) {
      expect(kfMsgidField(requestId).msgid).toMatch(/^[0-9a-f]{32}$/);
    }
  });

  it('always fits, is always the same for a requestId and another for another', () => {
    const anyId = fc.string({ unit: 'grapheme', maxLength: 100 });
    fc.assert(
      fc.property(anyId, anyId, (one, other) => {
        const { msgid } = kfMsgidField(one);
        expect(msgid).toBe(kfMsgidField(one).msgid);
        expect(msgid).toMatch(/^[0-9a-zA-Z_-]{1,32}$/);
        expect(msgid === kfMsgidField(other).msgid).toBe(one === other);
      }),
    );
  });
});
