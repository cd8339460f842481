import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RedisServer, startRedis } from '../../../test/support/redis-server.js';
import { bundleChildProgram, type Child, type ChildProgram } from './support/child-program.js';
import type { LimitJob } from './support/limit-child.js';

let program: ChildProgram;
let redis: RedisServer;
let fleet: Child[];
let platform: Server;
let platformUrl = '';
/** Moments at which requests arrived, by the platform's clock. */
let arrivals: number[] = [];
let isAnswering = true;
let accounts = 0;

beforeAll(async () => {
  program = await bundleChildProgram('limit-child.ts');
  redis = await startRedis();
  platform = createServer((_request, response) => {
    arrivals.push(performance.now());
    if (isAnswering) response.end('{}');
  });
  platform.listen(0, '127.0.0.1');
  await once(platform, 'listening');
  const address = platform.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  platformUrl = `http://127.0.0.1:${address.port}`;
  fleet = await Promise.all(Array.from({ length: 3 }, startChild));
});
afterAll(async () => {
  await program.dispose();
  platform.closeAllConnections();
  platform.close();
  await redis.stop();
});
beforeEach(() => {
  accounts += 1;
  arrivals = [];
  isAnswering = true;
});

async function startChild(): Promise<Child> {
  const child = program.start({ REDIS_URL: redis.url });
  await once(child.process, 'message');
  return child;
}

function job(fields: Partial<LimitJob>): LimitJob {
  const perRecipient = { max: 4, windowMs: 600 };
  const account = `wx${accounts}`;
  return {
    account,
    recipient: 'o1',
    sends: 4,
    perRecipient,
    inFlightMs: 30_000,
    platformUrl,
    dawdleMs: 0,
    ...fields,
  };
}

/** Shortest time in which `count` requests arrived one after the other. */
function tightest(count: number): number {
  const sorted = arrivals.toSorted((a, b) => a - b);
  const spans = sorted.slice(count - 1).map((last, index) => last - (sorted[index] ?? Number.NaN));
  return Math.min(...spans);
}

describe('three processes on one Redis', () => {
  for (const dawdleMs of [0, 150, 500]) {
    it(`F66: 12 sends to one openid, each up to ${dawdleMs} ms on its way: never a fifth in any window`, async () => {
      const outcomes = await Promise.all(fleet.map((child) => child.ask(job({ dawdleMs }))));
      expect(outcomes.flat()).toEqual(Array(12).fill('sent'));
      expect(arrivals).toHaveLength(12);
      expect(tightest(5)).toBeGreaterThan(600);
    });
  }

  it('F66: and no slower than two windows demand', async () => {
    const perRecipient = { max: 4, windowMs: 1500 };
    const windowsTaken = async (recipient: string) => {
      arrivals = [];
      await Promise.all(fleet.map((child) => child.ask(job({ recipient, perRecipient, dawdleMs: 20 }))));
      expect(tightest(5)).toBeGreaterThan(1500);
      return (Math.max(...arrivals) - Math.min(...arrivals)) / 1500;
    };
    // The machine may sleep during one of them, and what is too slow is so each time.
    let least = Number.POSITIVE_INFINITY;
    for (let time = 0; time < 4 && least >= 2 * 1.5; time += 1) {
      least = Math.min(least, await windowsTaken(`o${time}`));
    }
    expect(least).toBeLessThan(2 * 1.5);
  });

  it('gives back the places of a process that died with its sends on their way, after their longest time', async () => {
    const dying = await startChild();
    isAnswering = false;
    // Long enough for requests that a busy machine lets leave late: they count from here at the latest.
    void dying.ask(job({ inFlightMs: 3_000 })).catch(() => undefined);
    await expect.poll(() => arrivals.length, { timeout: 10_000 }).toBe(4);
    dying.kill('SIGKILL');
    isAnswering = true;
    expect(await fleet[0]?.ask(job({}))).toEqual(Array(4).fill('sent'));
    expect(tightest(5)).toBeGreaterThan(600);
  });
});
