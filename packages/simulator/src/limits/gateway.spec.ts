import { afterEach, describe, expect, it } from 'vitest';
import { Caller } from '../../test/support/caller.js';
import type { LimitOptions } from '../options/options.js';
import type { Simulator } from '../simulator.js';
import { startSimulator } from '../start-simulator.js';

const PATH = '/cgi-bin/tags/get';

let simulator: Simulator;
afterEach(() => simulator.close());

async function start(limits: LimitOptions): Promise<Caller> {
  simulator = await startSimulator({ limits, clock: { speed: 0 } });
  return new Caller(simulator);
}

describe('the gateway', () => {
  it('lets a burst through, then answers 429 with the seconds to wait and a page for people', async () => {
    const caller = await start({ gatewayPerSecond: 2 });
    await caller.raw(PATH);
    await caller.raw(PATH);
    const response = await caller.raw(PATH);
    expect([
      response.status,
      response.headers.get('retry-after'),
      response.headers.get('content-type'),
    ]).toEqual([429, '1', 'text/html']);
    expect(await response.text()).toMatch(/^<html>/);
  });

  it('fills up again with the simulated time, and no further than the burst', async () => {
    const caller = await start({ gatewayPerSecond: 10, gatewayBurst: 1 });
    const statuses = async (count: number) => {
      const seen: number[] = [];
      for (let turn = 0; turn < count; turn += 1) seen.push((await caller.raw(PATH)).status);
      return seen;
    };
    expect(await statuses(2)).toEqual([200, 429]);
    simulator.clock.advance(100);
    expect(await statuses(2)).toEqual([200, 429]);
    simulator.clock.advance(60_000);
    expect(await statuses(2)).toEqual([200, 429]);
  });

  it('tells how long the next place takes to come free', async () => {
    const caller = await start({ gatewayPerSecond: 0.1 });
    await caller.raw(PATH);
    expect((await caller.raw(PATH)).headers.get('retry-after')).toBe('10');
  });

  it('can name a date and answer JSON', async () => {
    const caller = await start({ gatewayPerSecond: 0.1, gatewayRetryAfter: 'date', gatewayBody: 'json' });
    await caller.raw(PATH);
    const response = await caller.raw(PATH);
    const waitMs = Date.parse(response.headers.get('retry-after') ?? '') - Date.now();
    expect(waitMs).toBeGreaterThan(5_000);
    expect(waitMs).toBeLessThanOrEqual(10_000);
    expect(await response.json()).toEqual({ message: 'too many requests' });
  });

  it('can leave the moment out', async () => {
    const caller = await start({ gatewayPerSecond: 1, gatewayRetryAfter: 'none' });
    await caller.raw(PATH);
    expect((await caller.raw(PATH)).headers.has('retry-after')).toBe(false);
  });

  it('can count windows that begin with the clock, one after the other', async () => {
    const caller = await start({ gatewayWindow: { max: 2, windowMs: 500 } });
    const statuses = async () => {
      const responses = [await caller.raw(PATH), await caller.raw(PATH), await caller.raw(PATH)];
      return responses.map(({ status }) => status);
    };
    simulator.clock.advance(500 - (simulator.clock.now() % 500) + 499);
    expect(await statuses()).toEqual([200, 200, 429]);
    expect((await caller.raw(PATH)).headers.get('retry-after')).toBe('1');
    simulator.clock.advance(1);
    expect(await statuses()).toEqual([200, 200, 429]);
  });

  it.each([
    ['seconds', () => 0],
    ['epoch', () => Date.now() / 1_000],
  ] satisfies [form: 'seconds' | 'epoch', from: () => number][])(
    'can tell with every answer what is left, and when it is full again, in %s',
    async (form, from) => {
      const caller = await start({ gatewayWindow: { max: 2, windowMs: 60_000 }, gatewayHeaders: form });
      simulator.clock.advance(60_000 - (simulator.clock.now() % 60_000) + 15_000);
      for (const [status, remaining] of [
        [200, '1'],
        [200, '0'],
        [429, '0'],
      ] as const) {
        const response = await caller.raw(PATH);
        expect(response.status).toBe(status);
        const told = (name: string): string | null => response.headers.get(`x-ratelimit-${name}`);
        expect([told('group'), told('limit'), told('remaining')]).toEqual(['gateway', '2', remaining]);
        expect(Math.abs(Number(told('reset')) - from() - 45)).toBeLessThan(10);
      }
    },
  );

  it('says nothing of itself otherwise', async () => {
    const caller = await start({ gatewayPerSecond: 2 });
    expect((await caller.raw(PATH)).headers.has('x-ratelimit-limit')).toBe(false);
  });

  it('stands before the quotas: what it turns away is not counted', async () => {
    const caller = await start({ gatewayPerSecond: 2, perEndpointPerDay: { [PATH]: 1 } });
    const token = await caller.stableToken();
    await caller.raw('/anything');
    expect((await caller.raw(PATH, { access_token: token })).status).toBe(429);
    simulator.clock.advance(1_000);
    expect(await caller.errcodeWith(token)).toBe(0);
    expect(await caller.errcodeWith(token)).toBe(45009);
  });
});
