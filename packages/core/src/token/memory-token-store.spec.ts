import { describe, expect, it } from 'vitest';
import { ManualClock } from '../testing/manual-clock.js';
import { tokenStoreContract } from '../testing/token-store-contract.js';
import { MemoryTokenStore } from './memory-token-store.js';
import { openProcessTokens } from './process-tokens.js';

tokenStoreContract({ describe, it }, async () => {
  const clock = new ManualClock();
  return { store: new MemoryTokenStore(clock), advance: (durationMs) => clock.advance(durationMs) };
});

describe('MemoryTokenStore', () => {
  it('F30: gives forced refreshes back one by one, each a day after it was taken', async () => {
    const clock = new ManualClock();
    const store = new MemoryTokenStore(clock);
    const hourMs = 3_600_000;
    for (let hour = 0; hour < 20; hour += 1) {
      expect(await store.takeForce('k', 30_000, 20)).toEqual({ allowed: true });
      await clock.advance(hourMs);
    }
    expect(await store.takeForce('k', 30_000, 20)).toEqual({ allowed: false, retryAfterMs: 4 * hourMs });
    await clock.advance(4 * hourMs);
    expect(await store.takeForce('k', 30_000, 20)).toEqual({ allowed: true });
    expect(await store.takeForce('k', 1, 20)).toEqual({ allowed: false, retryAfterMs: hourMs });
  });
});

describe('openProcessTokens', () => {
  it('F14: gives two clients of one process the same store, until the last has closed', async () => {
    const clock = new ManualClock();
    const first = openProcessTokens('https://api.weixin.qq.com', clock);
    const second = openProcessTokens('https://api.weixin.qq.com', clock);
    expect(second.store).toBe(first.store);
    await first.close();
    await first.close();
    expect(openProcessTokens('https://api.weixin.qq.com', clock).store).toBe(first.store);
    await second.close();
  });

  it('keeps two platforms and two clocks apart', () => {
    const clock = new ManualClock();
    const { store } = openProcessTokens('https://api.weixin.qq.com', clock);
    expect(openProcessTokens('http://127.0.0.1:1', clock).store).not.toBe(store);
    expect(openProcessTokens('https://api.weixin.qq.com', new ManualClock()).store).not.toBe(store);
  });
});
