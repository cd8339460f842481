import { describe, expect, it } from 'vitest';
import { callbackInboxContract } from '../../testing/callback-inbox-contract.js';
import { ManualClock } from '../../testing/manual-clock.js';
import { MemoryCallbackInbox } from './memory-callback-inbox.js';

callbackInboxContract({ describe, it }, async () => {
  const clock = new ManualClock();
  return { store: new MemoryCallbackInbox({ clock }), advance: (durationMs) => clock.advance(durationMs) };
});

const one = {
  account: 'wx0000000000000001',
  bodyDigest: 'd',
  content: '{}',
  leaseMs: 1_000,
  rememberMs: 60_000,
  replayMs: 1_000,
};

it('forgets the oldest of what was handled when there is too much, and nothing that is open', async () => {
  const inbox = new MemoryCallbackInbox({ clock: new ManualClock(), maxEvents: 10 });
  for (let count = 0; count < 30; count += 1) {
    const answer = await inbox.take({ ...one, eventKey: `${count}`, nonceKey: `${count}` });
    if (answer.type === 'taken' && count % 2 === 0) await inbox.finish(answer.lease, undefined);
  }
  const types = new Map<string, string>();
  for (let count = 0; count < 30; count += 1) {
    const { type } = await inbox.take({ ...one, eventKey: `${count}`, nonceKey: `${count}` });
    types.set(`${count}`, type);
  }
  expect(types.get('0')).toBe('taken');
  expect([1, 3, 27, 29].map((count) => types.get(`${count}`))).toEqual(Array(4).fill('repeated'));
  expect(types.get('28')).toBe('repeated');
});
