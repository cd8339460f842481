import { describe, expect, it } from 'vitest';
import { ManualClock } from '../testing/manual-clock.js';
import { MemoryTokenLock } from './memory-token-lock.js';

describe('MemoryTokenLock', () => {
  it('runs one at a time per key', async () => {
    const lock = new MemoryTokenLock(new ManualClock());
    const answer = await lock.tryRun('k', 1_000, async () => {
      expect(await lock.remainingMs('k')).toBe(1_000);
      expect(await lock.tryRun('k', 1_000, async () => 'never')).toEqual({ type: 'held' });
      expect(await lock.tryRun('other', 1_000, async () => 'yes')).toEqual({ type: 'done', result: 'yes' });
      return 'TKN_1';
    });
    expect(answer).toEqual({ type: 'done', result: 'TKN_1' });
    expect(await lock.remainingMs('k')).toBe(0);
  });

  it('lets the work’s error out and is free again', async () => {
    const lock = new MemoryTokenLock(new ManualClock());
    await expect(lock.tryRun('k', 1_000, () => Promise.reject(new Error('BUSINESS')))).rejects.toThrow(
      'BUSINESS',
    );
    expect(await lock.remainingMs('k')).toBe(0);
  });

  it('F29: passes on after the lease, and the late holder does not take the next one’s lock away', async () => {
    const clock = new ManualClock();
    const lock = new MemoryTokenLock(clock);
    const late = lock.tryRun('k', 1_000, () => clock.sleep(3_000));
    await clock.advance(1_000);
    const next = lock.tryRun('k', 5_000, () => clock.sleep(4_000));
    await clock.advance(2_000);
    await late;
    expect(await lock.remainingMs('k')).toBe(3_000);
    await clock.advance(3_000);
    await next;
  });
});
