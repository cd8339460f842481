import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { templateEndpoints } from './index.js';

const sample = { touser: 'oTEST00000000000000000000001', template_id: 'T1', data: {} };

function clientMsgIdFor(requestId: string): unknown {
  return templateEndpoints.send.message.deduplication?.identity(requestId, sample).client_msg_id;
}

describe('the client_msg_id of template.send', () => {
  it('is the requestId itself where the platform takes it', () => {
    expect(clientMsgIdFor('order-42-paid')).toBe('order-42-paid');
  });

  it('is a hash of it where it is too long or has odd characters', () => {
    for (const requestId of ['x'.repeat(65), '订单42', 'a b', 'a/b', '']) {
      expect(clientMsgIdFor(requestId)).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it('always fits, is always the same for a requestId and another for another', () => {
    const anyId = fc.string({ unit: 'grapheme', maxLength: 200 });
    fc.assert(
      fc.property(anyId, anyId, (one, other) => {
        const id = clientMsgIdFor(one);
        expect(id).toBe(clientMsgIdFor(one));
        expect(id).toMatch(/^[\w.:-]{1,64}$/);
        expect(id === clientMsgIdFor(other)).toBe(one === other);
      }),
    );
  });

  it('counts for the ten minutes that the platform remembers it', () => {
    expect(templateEndpoints.send.message?.deduplication?.windowMs).toBe(600_000);
  });
});
