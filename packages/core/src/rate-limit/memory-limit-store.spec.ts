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

describe('MemoryLimitStore', () => {
  it('remembers no more recipients than are under a limit now', async () => {
    let nowMs = 0;
    const clock = new ManualClock();
    const store = new MemoryLimitStore({
      now: () => nowMs,
      monotonic: () => nowMs,
      sleep: (...args) => clock.sleep(...args),
    });
    for (let recipient = 0; recipient < 40_000; recipient += 1) {
      nowMs += 1;
      const key = `recipient:o${recipient}:window`;
      await store.admit(
        request(`a${recipient}`, {
          type: 'sliding-window',
          key,
          scope: 'recipient',
          weight: 1,
          max: 4,
          windowMs: 1000,
        }),
      );
    }
    expect(store.size).toBeLessThan(2500);
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
