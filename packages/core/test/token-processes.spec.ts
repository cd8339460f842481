import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RedisServer, startRedis } from '../../../test/support/redis-server.js';
import { bundleChildProgram, type Child, type ChildProgram } from './support/child-program.js';
import type { TokenJob, TokenJobAnswer } from './support/token-child.js';
import { startTokenPlatform, type TokenHttpPlatform } from './support/token-http-platform.js';

/** A machine that sleeps for a while is to keep its locks. */
const lockLeaseMs = 5_000;

let program: ChildProgram;
let redis: RedisServer;
let fleet: Child[];
/** Each test has an account and a platform of its own; the processes stay. */
let platform: TokenHttpPlatform;
let account = '';
let accounts = 0;

beforeAll(async () => {
  program = await bundleChildProgram('token-child.ts');
  redis = await startRedis();
  fleet = await Promise.all(Array.from({ length: 4 }, startChild));
});
afterAll(async () => {
  await program.dispose();
  await redis.stop();
});
beforeEach(async () => {
  accounts += 1;
  account = `wx000000000000000${accounts}`;
  platform = await startTokenPlatform();
  // The test before may have ended with Redis just back.
  await Promise.all(fleet.map((child) => child.ask('reconnect')));
});
afterEach(() => platform.stop());

async function startChild(): Promise<Child> {
  const child = program.start({ REDIS_URL: redis.url, LOCK_LEASE_MS: `${lockLeaseMs}` });
  await once(child.process, 'message');
  return child;
}

type Calls = Pick<TokenJob, 'calls' | 'rejected'>;

async function run(child: Child | undefined, calls: Calls): Promise<readonly string[]> {
  const job: TokenJob = { account, platformUrl: platform.url, ...calls };
  const answer = await child?.ask({ ...job });
  return (answer as TokenJobAnswer).outcomes;
}

const runAll = async (calls: Calls, children: readonly Child[] = fleet) =>
  new Set((await Promise.all(children.map((child) => run(child, calls)))).flat());

const storedToken = () => redis.client.hget(`wetempo:{${account}}:token:${account}`, 'value');

describe('four processes on one Redis', () => {
  it('F01: 4 × 250 calls and a cold store fetch one token', async () => {
    expect(await runAll({ calls: 250 })).toEqual(new Set(['TKN_1']));
    expect(platform.hits).toBe(1);
  });

  it('F04 F30: 4 × 125 calls that met a revoked token fetch one, without force', async () => {
    await runAll({ calls: 1 });
    platform.revoke();
    expect(await runAll({ calls: 125, rejected: 'TKN_1' })).toEqual(new Set(['TKN_2']));
    expect(platform.hits).toBe(2);
    expect(platform.forced).toBe(0);
    expect(await storedToken()).toBe('TKN_2');
  });

  it('F30: where the very token comes back, the fleet forces once', async () => {
    await runAll({ calls: 1 });
    expect(await runAll({ calls: 125, rejected: 'TKN_1' })).toEqual(new Set(['TKN_2']));
    expect(platform.forced).toBe(1);
    expect(platform.hits).toBeLessThanOrEqual(3);
  });

  it('F29 F37: kill -9 of the holder in the middle of its refresh delays 100 waiters by its lease at most', async () => {
    const held = platform.holdNext();
    const [holder, ...others] = fleet;
    const killed = run(holder, { calls: 10 }).catch((error: unknown) => String(error));
    await held;
    const startedAt = performance.now();
    const waiting = runAll({ calls: 33 }, others);
    await sleep(100);
    holder?.kill('SIGKILL');
    expect(await waiting).toEqual(new Set(['TKN_1']));
    expect(await killed).toContain('SIGKILL');
    expect(performance.now() - startedAt).toBeLessThan(lockLeaseMs + 4_000);
    expect(platform.hits).toBe(2);
    fleet = [await startChild(), ...others];
  });

  it('F03: a holder that was paused past its lease does not overwrite the newer token, and uses it', async () => {
    const held = platform.holdNext();
    const [holder, other] = fleet;
    const late = run(holder, { calls: 5 });
    const answerLate = await held;
    holder?.kill('SIGSTOP');
    platform.revoke();
    answerLate();
    expect(await run(other, { calls: 5 })).toEqual(['TKN_2']);
    holder?.kill('SIGCONT');
    expect(await late).toEqual(['TKN_2']);
    expect(await storedToken()).toBe('TKN_2');
    expect(platform.hits).toBe(2);
  });

  it('F20 F35: Redis is killed in the middle of a refresh; every process has a token, with one fetch each', async () => {
    const held = platform.holdNext();
    const waiting = runAll({ calls: 50 });
    const release = await held;
    await redis.kill();
    try {
      release();
      expect(await waiting).toEqual(new Set(['TKN_1']));
      for (let round = 0; round < 5; round += 1) await runAll({ calls: 50 });
      expect(platform.hits).toBeLessThanOrEqual(4);
    } finally {
      await redis.start();
    }
  });

  it('F20: Redis is paused in the middle of a refresh; every process goes on', async () => {
    const held = platform.holdNext();
    const waiting = runAll({ calls: 50 });
    const release = await held;
    redis.pause();
    try {
      release();
      expect(await waiting).toEqual(new Set(['TKN_1']));
      expect(platform.hits).toBeLessThanOrEqual(4);
    } finally {
      redis.resume();
    }
  });

  it('F28: FLUSHALL costs at most one fetch, and nobody fails', async () => {
    await runAll({ calls: 10 });
    await redis.flush();
    expect(await runAll({ calls: 10 })).toEqual(new Set(['TKN_1']));
    expect(platform.hits).toBe(1);
    const late = await startChild();
    expect(await run(late, { calls: 10 })).toEqual(['TKN_1']);
    expect(platform.hits).toBe(2);
  });
});
