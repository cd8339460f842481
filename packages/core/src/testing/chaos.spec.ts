import { describe, expect, it } from 'vitest';
import { alwaysThrow, delayed, failAfter, failBefore } from './chaos.js';
import { ManualClock } from './manual-clock.js';

class Counter {
  #value = 0;
  async add(): Promise<number> {
    this.#value += 1;
    return this.#value;
  }
  async read(): Promise<number> {
    return this.#value;
  }
  async close(): Promise<void> {}
}

const lost = new Error('lost');

describe('chaos', () => {
  it('alwaysThrow: nothing gets through but close', async () => {
    const counter = new Counter();
    const broken = alwaysThrow(counter, lost);
    await expect(broken.add()).rejects.toBe(lost);
    await broken.close();
    expect(await counter.read()).toBe(0);
  });

  it('failBefore: the nth call of a method does nothing', async () => {
    const counter = failBefore(new Counter(), { method: 'add', nth: 2 }, lost);
    await counter.read();
    expect(await counter.add()).toBe(1);
    await expect(counter.add()).rejects.toBe(lost);
    expect(await counter.add()).toBe(2);
  });

  it('failAfter: the nth call of any method does its work and fails', async () => {
    const counter = failAfter(new Counter(), { nth: 2 }, lost);
    await counter.read();
    await expect(counter.add()).rejects.toBe(lost);
    expect(await counter.read()).toBe(1);
  });

  it('delayed: every call comes late', async () => {
    const clock = new ManualClock();
    const adding = delayed(new Counter(), 100, clock).add();
    await clock.advance(99);
    expect(clock.sleeping).toBe(1);
    await clock.advance(1);
    expect(await adding).toBe(1);
  });
});
