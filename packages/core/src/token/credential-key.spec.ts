import { describe, expect, it } from 'vitest';
import { credentialKey } from './credential-key.js';

const secret = 'S'.repeat(32);

describe('credentialKey', () => {
  it('F14: is the appid, whatever module asks', () => {
    expect(credentialKey({ id: 'wx0000000000000001' })).toBe('wx0000000000000001');
    expect(credentialKey({ id: 'wx0000000000000001', kind: 'ticket.jsapi' })).toBe(
      'wx0000000000000001.ticket.jsapi',
    );
  });

  it('F23: differs per agent and per secret of one corp', () => {
    const id = 'ww0000000000000001';
    const keys = [
      credentialKey({ id, agentId: 1000001, secret }),
      credentialKey({ id, agentId: 1000002, secret }),
      credentialKey({ id, agentId: 1000001, secret: 'another' }),
      credentialKey({ id, secret }),
    ];
    expect(new Set(keys).size).toBe(4);
  });

  it('takes 1000001 and "1000001" for the same agent, and never shows the secret', () => {
    const id = 'ww0000000000000001';
    const key = credentialKey({ id, agentId: 1000001, secret });
    expect(credentialKey({ id, agentId: '1000001', secret })).toBe(key);
    expect(key).not.toContain(secret);
    expect(key).toMatch(/^ww0000000000000001\.1000001\.[0-9a-f]{12}$/);
  });
});
