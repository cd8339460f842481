import { describe, expect, it } from 'vitest';
import { ManualClock } from '../testing/manual-clock.js';
import { Alarm } from './alarm.js';

function watched() {
  const clock = new ManualClock();
  const rings: number[] = [];
  return { clock, rings, alarm: new Alarm(clock, () => rings.push(clock.monotonic())) };
}

describe('an alarm', () => {
  it('rings once, at the earliest of its moments, with one timer', async () => {
    const { clock, rings, alarm } = watched();
    for (const atMs of [500, 200, 900]) alarm.setTo(atMs);
    expect(clock.sleeping).toBe(1);
    await clock.advance(2000);
    expect(rings).toEqual([200]);
    expect(clock.sleeping).toBe(0);
  });

  it('can be set again after it has rung or was turned off', async () => {
    const { clock, rings, alarm } = watched();
    alarm.setTo(100);
    await clock.advance(150);
    alarm.setTo(300);
    alarm.turnOff();
    expect(clock.sleeping).toBe(0);
    alarm.setTo(400);
    await clock.advance(500);
    expect(rings).toEqual([100, 400]);
  });

  it('never waits for less than the clock can tell', async () => {
    const { clock, rings, alarm } = watched();
    alarm.setTo(0.25);
    await clock.advance(1);
    expect(rings).toEqual([1]);
  });
});
