import { afterEach, describe, expect, it } from 'vitest';
import { Caller, SEND } from '../../test/support/caller.js';
import type { SimulatorOptions } from '../options/options.js';
import type { Simulator } from '../simulator.js';
import { startSimulator } from '../start-simulator.js';

const PATH = '/cgi-bin/tags/get';
const QUOTA = '/cgi-bin/openapi/quota/get';

let simulator: Simulator;
afterEach(() => simulator.close());

async function start(options: SimulatorOptions): Promise<Caller> {
  simulator = await startSimulator({ clock: { speed: 0, startMs: 1_767_225_600_000 }, ...options });
  return new Caller(simulator);
}

async function errcodes(caller: Caller, count: number): Promise<number[]> {
  const token = await caller.stableToken();
  const seen: number[] = [];
  for (let turn = 0; turn < count; turn += 1) seen.push(await caller.errcodeWith(token));
  return seen;
}

describe('the window of an endpoint', () => {
  it('begins with the clock where it is fixed', async () => {
    const caller = await start({ limits: { perEndpointWindow: { [PATH]: { max: 2, windowMs: 1_000 } } } });
    simulator.clock.advance(999);
    expect(await errcodes(caller, 3)).toEqual([0, 0, 45009]);
    simulator.clock.advance(1);
    expect(await errcodes(caller, 3)).toEqual([0, 0, 45009]);
  });

  it('is any stretch of its length where it slides', async () => {
    const window = { max: 2, windowMs: 1_000, counts: 'sliding' } as const;
    const caller = await start({ limits: { perEndpointWindow: { [PATH]: window } } });
    simulator.clock.advance(999);
    expect(await errcodes(caller, 1)).toEqual([0]);
    simulator.clock.advance(1);
    expect(await errcodes(caller, 2)).toEqual([0, 45009]);
    simulator.clock.advance(998);
    expect(await errcodes(caller, 1)).toEqual([45009]);
    simulator.clock.advance(1);
    expect(await errcodes(caller, 2)).toEqual([0, 45009]);
  });

  it('answers another errcode, or HTTP 429 with the seconds to wait', async () => {
    const caller = await start({
      limits: {
        perEndpointWindow: {
          [PATH]: { max: 1, windowMs: 1_000, answer: 45011 },
          [SEND]: { max: 1, windowMs: 3_000, answer: 429 },
        },
      },
    });
    expect(await errcodes(caller, 2)).toEqual([0, 45011]);
    const token = await caller.stableToken();
    const send = () => caller.raw(SEND, { access_token: token }, { method: 'POST', body: '{}' });
    await send();
    const refused = await send();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3']);
  });

  it('leaves the day quota alone with what it refuses', async () => {
    const caller = await start({ limits: { perEndpointWindow: { [PATH]: { max: 1, windowMs: 1_000 } } } });
    await errcodes(caller, 3);
    expect(await caller.tell(QUOTA, { cgi_path: PATH })).toMatchObject({
      quota: { used: 1 },
      rate_limit: { call_count: 1, refresh_second: 1 },
    });
  });

  it('can be kept secret', async () => {
    const window = { max: 1, windowMs: 1_000, told: false };
    const caller = await start({ limits: { perEndpointWindow: { [PATH]: window } } });
    expect(await caller.tell(QUOTA, { cgi_path: PATH })).not.toHaveProperty('rate_limit');
  });
});

describe('the concurrency of an endpoint', () => {
  const limits = { perEndpointConcurrency: { [PATH]: 2 } };

  it('refuses what comes while so many wait for their answer, and counts none of it', async () => {
    // Longer than a busy machine needs to let all three arrive.
    const caller = await start({ limits, latencyMs: 500 });
    const token = await caller.stableToken();
    const together = await Promise.all([1, 2, 3].map(() => caller.errcodeWith(token)));
    expect(together.sort()).toEqual([0, 0, 45033]);
    expect(await caller.errcodeWith(token)).toBe(0);
    expect(await caller.tell(QUOTA, { cgi_path: PATH })).toMatchObject({ quota: { used: 3 } });
  });

  it('gives the place of a caller back who went away', async () => {
    const caller = await start({ limits });
    const token = await caller.stableToken();
    simulator.faults.add({ kind: 'hang', processed: true, path: PATH, times: 2 });
    const signal = AbortSignal.timeout(50);
    const gone = [1, 2].map(() => caller.raw(PATH, { access_token: token }, { signal }));
    await Promise.allSettled(gone);
    await expect.poll(() => caller.errcodeWith(token)).toBe(0);
  });
});
