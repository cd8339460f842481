import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { scaledClock } from '../clock/clock.js';
import { ManualClock } from '../testing/manual-clock.js';
import { Deadline } from './deadline.js';

describe('Deadline', () => {
  it('counts down to 0 and then names the deadline', async () => {
    const clock = new ManualClock();
    const deadline = new Deadline(1_000, undefined, clock);
    await clock.advance(400);
    expect(deadline.remainingMs()).toBe(600);
    expect(deadline.reason()).toBeUndefined();
    await clock.advance(700);
    expect(deadline.remainingMs()).toBe(0);
    expect(deadline.reason()).toBe('deadline');
  });

  it('costs no timer and no listener until the signal is read', () => {
    const clock = new ManualClock();
    const caller = new AbortController();
    const deadline = new Deadline(1_000, caller.signal, clock);
    expect(deadline.remainingMs()).toBe(1_000);
    expect(clock.sleeping).toBe(0);
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
    expect(deadline.signal.aborted).toBe(false);
    expect(clock.sleeping).toBe(1);
  });

  it('the signal fires at the deadline with a DeadlineError', async () => {
    const clock = new ManualClock();
    const { signal } = new Deadline(1_000, undefined, clock);
    await clock.advance(999);
    expect(signal.aborted).toBe(false);
    await clock.advance(1);
    expect(signal.reason).toMatchObject({ code: 'DEADLINE', reason: 'deadline' });
  });

  it('the signal fires with the caller, and the first reason stays', async () => {
    const clock = new ManualClock();
    const caller = new AbortController();
    const deadline = new Deadline(1_000, caller.signal, clock);
    const { signal } = deadline;
    caller.abort();
    expect(signal.reason).toMatchObject({ code: 'DEADLINE', reason: 'aborted' });
    expect(deadline.remainingMs()).toBe(0);
    await clock.advance(2_000);
    expect(deadline.reason()).toBe('aborted');
  });

  it('an abort after the deadline does not change the reason', async () => {
    const clock = new ManualClock();
    const caller = new AbortController();
    const deadline = new Deadline(1_000, caller.signal, clock);
    await clock.advance(1_000);
    expect(deadline.reason()).toBe('deadline');
    caller.abort();
    expect(deadline.reason()).toBe('deadline');
  });

  it('is over from the start if the caller had aborted', () => {
    const deadline = new Deadline(1_000, AbortSignal.abort());
    expect(deadline.reason()).toBe('aborted');
    expect(deadline.signal.aborted).toBe(true);
  });

  it('leaves nothing behind when it is disposed', async () => {
    const clock = new ManualClock();
    const caller = new AbortController();
    const deadline = new Deadline(1_000, caller.signal, clock);
    const { signal } = deadline;
    deadline.dispose();
    expect(clock.sleeping).toBe(0);
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
    await clock.advance(2_000);
    caller.abort();
    expect(signal.aborted).toBe(false);
  });

  it('runs on a clock that was sped up', async () => {
    const { signal } = new Deadline(60_000, undefined, scaledClock(1_000));
    await expect.poll(() => signal.aborted, { timeout: 5_000 }).toBe(true);
  });

  it('tells those who look after the time themselves of an abort, of nothing else, and without a timer', async () => {
    const clock = new ManualClock();
    const controller = new AbortController();
    const told: string[] = [];
    const ofCaller = new Deadline(1000, controller.signal, clock);
    const ofClient = new Deadline(1000, undefined, clock);
    const inTime = new Deadline(1000, undefined, clock);
    ofCaller.onAbort(() => told.push('caller'));
    ofCaller.onAbort(() => told.push('taken back'))();
    ofClient.onAbort(() => told.push('client'));
    inTime.onAbort(() => told.push('time'));
    expect(clock.sleeping).toBe(0);
    controller.abort();
    ofClient.abort();
    await clock.advance(2000);
    expect(told).toEqual(['caller', 'client']);
    expect([ofCaller.reason(), ofClient.reason(), inTime.reason()]).toEqual([
      'aborted',
      'aborted',
      'deadline',
    ]);
  });
});
