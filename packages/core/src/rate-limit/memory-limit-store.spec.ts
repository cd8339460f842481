import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { limitStoreContract } from '../testing/limit-store-contract.js';
import { ManualClock } from '../testing/manual-clock.js';
import type { LimitRule } from './limit-store.js';
import { MemoryLimitStore } from './memory-limit-store.js';

limitStoreContract({ describe, it }, async () => {
  const clock = new ManualClock();
  return { store: new MemoryLimitStore(clock), advance: (durationMs) => clock.advance(durationMs) };
});

const account = 'wx0000000000000001';

function request(admissionId: string, rule: LimitRule) {
  return { account, admissionId, rules: [rule], barriers: [], inFlightMs: 1000 };
}

/** One message a millisecond, each to another recipient. */
function storeOfAPush(windowMs: number, max = 4) {
  let nowMs = 0;
  const clock = { now: () => nowMs, monotonic: () => nowMs, sleep: () => new Promise<void>(() => undefined) };
  const store = new MemoryLimitStore(clock);
  const pushTo = async (recipients: number) => {
    for (const end = nowMs + recipients; nowMs < end; ) {
      nowMs += 1;
      const key = `recipient:oFollowerOfTheAccount${nowMs}:window`;
      await store.admit(
        request(`a${nowMs}`, {
          type: 'sliding-window',
          key,
          scope: 'recipient',
          weight: 1,
          max,
          windowMs,
        }),
      );
    }
  };
  return { store, pushTo };
}

/** What is still there once the garbage is gone. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('MemoryLimitStore', () => {
  it('remembers no more recipients than are under a limit now', async () => {
    const { store, pushTo } = storeOfAPush(1000);
    await pushTo(40_000);
    expect(store.size).toBeLessThan(2500);
  });

  it.each([
    ['window', 4],
    ['window of slots', 1000],
  ])('holds the %s of a recipient in less than a hundred bytes', async (_, max) => {
    const { store, pushTo } = storeOfAPush(60_000, max);
    await pushTo(1000);
    const before = heldBytes();
    await pushTo(30_000);
    expect(store.size).toBe(31_000);
    expect((heldBytes() - before) / 30_000).toBeLessThan(100);
  });

  it('F63: begins a new day at 00:00 Beijing time, not at 00:00 UTC', async () => {
    const clock = new ManualClock(Date.UTC(2026, 4, 1, 15, 59, 30));
    const store = new MemoryLimitStore(clock);
    const rule: LimitRule = {
      type: 'calendar',
      unit: 'day',
      key: 'day',
      scope: 'endpoint',
      weight: 1,
      max: 1,
    };
    expect(await store.admit(request('a1', rule))).toMatchObject({ type: 'admitted' });
    expect(await store.admit(request('a2', rule))).toMatchObject({ type: 'refused', retryAfterMs: 30_000 });
    await clock.advance(29_999);
    expect(await store.admit(request('a3', rule))).toMatchObject({ type: 'refused', retryAfterMs: 1 });
    await clock.advance(1);
    expect(await store.admit(request('a4', rule))).toMatchObject({ type: 'admitted' });
    await clock.advance(8 * 3_600_000);
    expect(await store.admit(request('a5', rule))).toMatchObject({
      type: 'refused',
      retryAfterMs: 16 * 3_600_000,
    });
  });
});
