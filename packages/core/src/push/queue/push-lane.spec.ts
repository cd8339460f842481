import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../testing/manual-clock.js';
import { PushLane } from './push-lane.js';

/** So many as may be under way at once. */
async function fill(lane: PushLane, most = 1000): Promise<number> {
  let entered = 0;
  for (; entered < most; entered += 1) {
    const isIn = await Promise.race([
      lane.enter(),
      new Promise<'full'>((resolve) => setImmediate(resolve, 'full')),
    ]);
    if (isIn !== true) return entered;
  }
  return entered;
}

describe('PushLane', () => {
  it('makes room as long as nobody stands in line for long, up to the concurrency of the push', async () => {
    const lane = new PushLane(new ManualClock(), 64);
    for (let n = 0; n < 200; n += 1) lane.took(n < 20 ? 50 : 400);
    expect(await fill(lane)).toBe(64);
  });

  it('takes no slow platform for a long line', async () => {
    const lane = new PushLane(new ManualClock(), 64);
    for (let n = 0; n < 200; n += 1) lane.took(3_000);
    expect(await fill(lane)).toBe(64);
  });

  it('keeps the line short, and halves what is under way where a limit refuses', async () => {
    const lane = new PushLane(new ManualClock(), 64);
    lane.took(50);
    for (let n = 0; n < 500; n += 1) lane.took(1_000);
    expect(await fill(lane)).toBe(1);
    const refused = new PushLane(new ManualClock(), 64);
    for (let n = 0; n < 5; n += 1) refused.shutFor(0, 'a limit');
    expect(await fill(refused)).toBe(8);
  });

  it('lets nobody in while it is shut, paused or closing, and says why', async () => {
    const clock = new ManualClock();
    const lane = new PushLane(clock, 64);
    lane.shutFor(500, 'a limit');
    expect(await lane.enter()).toBe(false);
    expect(lane.standstill).toEqual({ type: 'shut', forMs: 500, reason: 'a limit' });
    await clock.advance(501);
    expect(await lane.enter()).toBe(true);
    lane.isNow('paused');
    expect(lane.standstill).toEqual({ type: 'paused' });
    lane.close();
    expect(lane.standstill).toEqual({ type: 'closing' });
    lane.isNow('cancelled');
    expect(lane.standstill).toEqual({ type: 'cancelled' });
  });

  it('sends away who waits for room when it is shut', async () => {
    const lane = new PushLane(new ManualClock(), 1);
    expect(await lane.enter()).toBe(true);
    const waiting = lane.enter();
    lane.isNow('paused');
    expect(await waiting).toBe(false);
  });
});
