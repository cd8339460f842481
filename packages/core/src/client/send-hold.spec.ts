import { describe, expect, it } from 'vitest';
import { MemorySendStore } from '../send/memory-send-store.js';
import type { SendStore } from '../send/send-store.js';
import { withChaos } from '../testing/chaos.js';
import { ManualClock } from '../testing/manual-clock.js';
import { LeaseLost, SendHold } from './send-hold.js';

const key = { account: 'wx0000000000000001', requestId: 'a1' };
const timeoutMs = 10_000;

async function heldMessage() {
  const clock = new ManualClock();
  const store = new MemorySendStore({ clock });
  const claim = () =>
    store.claim({
      ...key,
      endpoint: 'notice.send',
      fingerprint: 'F',
      payload: '{}',
      recipient: undefined,
      leaseMs: SendHold.leaseFor(timeoutMs),
      begin: true,
      reopenUnknown: 'never',
      reopenFailed: false,
    });
  const answer = await claim();
  if (answer.type !== 'claimed') throw new Error(`claim answered ${answer.type}`);
  const holdOn = (through: SendStore) => new SendHold(through, clock, answer.lease, timeoutMs);
  return { clock, store, claim, holdOn };
}

/** The store's first `defer` arrives only when `release` is called. */
function withLateDefer(store: SendStore) {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const late = withChaos(store, async ({ method }, run) => {
    if (method === 'defer') await gate;
    return run();
  });
  return { late, release };
}

describe('a held message', () => {
  it('that waits says that nothing has left, and says so again once something leaves', async () => {
    const { store, holdOn } = await heldMessage();
    const hold = holdOn(store);
    await hold.beforeWait(1000, 'not-left');
    await expect(store.find(key)).resolves.toMatchObject({ attempts: 0, firstAttemptAt: undefined });
    await hold.beforeAttempt();
    await expect(store.find(key)).resolves.toMatchObject({ attempts: 1, firstAttemptAt: expect.any(Number) });
  });

  it('is announced as leaving after a word on its wait that is still on its way, never before', async () => {
    const { store, holdOn } = await heldMessage();
    const { late, release } = withLateDefer(store);
    const hold = holdOn(late);
    const waiting = hold.beforeWait(1000, 'not-left');
    const leaving = hold.beforeAttempt();
    release();
    await Promise.all([waiting, leaving]);
    await expect(store.find(key)).resolves.toMatchObject({ attempts: 1, firstAttemptAt: expect.any(Number) });
  });

  it('does not leave where a word on its wait finds that another holder took over', async () => {
    const { clock, store, claim, holdOn } = await heldMessage();
    const { late, release } = withLateDefer(store);
    const hold = holdOn(late);
    const waiting = hold.beforeWait(1000, 'not-left')?.catch((error: unknown) => error);
    await clock.advance(SendHold.leaseFor(timeoutMs) - timeoutMs - 1);
    const leaving = hold.beforeAttempt()?.catch((error: unknown) => error);
    await clock.advance(timeoutMs + 1);
    await claim();
    release();
    expect(await waiting).toBeInstanceOf(LeaseLost);
    expect(await leaving).toBeInstanceOf(LeaseLost);
  });
});
