import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RedisServer, startRedis } from '../../../../test/support/redis-server.js';
import { RedisConnection } from '../redis/redis-connection.js';
import { Telemetry } from '../telemetry/telemetry.js';
import { RedlockTokenLock } from './redlock-token-lock.js';

let redis: RedisServer;
let connection: RedisConnection;
beforeAll(async () => {
  redis = await startRedis();
  connection = await RedisConnection.open(redis.url, { commandTimeoutMs: 1_000 });
});
afterAll(async () => {
  await connection.close();
  await redis.stop();
});

const account = 'wx0000000000000001';
const lockKey = (key: string) => `wetempo:{${account}}:token:${key}:lock`;

async function openLock() {
  const telemetry = new Telemetry();
  const troubles: string[] = [];
  telemetry.on('store.trouble', ({ message }) => troubles.push(message));
  return { lock: await RedlockTokenLock.open({ connection, account, telemetry }), troubles };
}

describe('RedlockTokenLock', () => {
  it('runs the work of one at a time and is free again afterwards', async () => {
    const { lock, troubles } = await openLock();
    const other = (await openLock()).lock;
    const answer = await lock.tryRun('one', 60_000, async () => {
      expect(await other.tryRun('one', 60_000, async () => 'never')).toEqual({ type: 'held' });
      const leftMs = await other.remainingMs('one');
      expect(leftMs).toBeGreaterThan(30_000);
      expect(leftMs).toBeLessThanOrEqual(60_000);
      return 'TKN_1';
    });
    expect(answer).toEqual({ type: 'done', result: 'TKN_1' });
    await lock.close();
    expect(await lock.remainingMs('one')).toBe(0);
    expect(troubles).toEqual([]);
  });

  it('F35: tells "held" from "unreachable" from "lost"', async () => {
    const { lock, troubles } = await openLock();
    await redis.client.set(lockKey('f35'), 'another', 'PX', 60_000);
    expect(await lock.tryRun('f35', 1_000, async () => 'never')).toEqual({ type: 'held' });

    await redis.client.del(lockKey('f35'));
    const lost = await lock.tryRun('f35', 1_000, async () => {
      await redis.client.del(lockKey('f35'));
      return 'kept';
    });
    expect(lost).toEqual({ type: 'done', result: 'kept' });
    await expect.poll(() => troubles).toEqual([expect.stringContaining('lease of f35 ended')]);

    await redis.kill();
    try {
      const startedAt = performance.now();
      const answer = await lock.tryRun('f35', 1_000, async () => 'never');
      expect(answer).toMatchObject({ type: 'unreachable', cause: expect.any(Error) });
      // With the waits of a client of the user's it would be a quarter of a minute.
      expect(performance.now() - startedAt).toBeLessThan(10_000);
      await expect(lock.remainingMs('f35')).rejects.toThrow();
    } finally {
      await redis.start();
    }
  });

  it('F32: a lease that ended before the work did changes no result and gives one warning', async () => {
    const { lock, troubles } = await openLock();
    const answer = await lock.tryRun('f32', 200, async () => {
      await sleep(400);
      return 'TKN_1';
    });
    expect(answer).toEqual({ type: 'done', result: 'TKN_1' });
    await lock.close();
    expect(troubles).toHaveLength(1);
  });

  it('F32: a server that dies under the holder changes no result either', async () => {
    const { lock, troubles } = await openLock();
    const answer = await lock.tryRun('f32-dead', 200, async () => {
      await redis.kill();
      return 'TKN_1';
    });
    expect(answer).toEqual({ type: 'done', result: 'TKN_1' });
    await lock.close();
    expect(troubles).toEqual([expect.stringContaining('could not be released')]);
    await redis.start();
  });

  it('F34: after a blocked event loop the work’s own error comes out, and the next holder’s lock stays', async () => {
    const { lock } = await openLock();
    const work = async () => {
      const until = performance.now() + 300;
      while (performance.now() < until);
      await redis.client.set(lockKey('f34'), 'next holder', 'PX', 60_000);
      throw new Error('BUSINESS');
    };
    await expect(lock.tryRun('f34', 200, work)).rejects.toThrow('BUSINESS');
    await lock.close();
    expect(await redis.client.get(lockKey('f34'))).toBe('next holder');
  });

  it('F38: never waits for a holder, so that our own bound decides', async () => {
    const { lock } = await openLock();
    await redis.client.set(lockKey('f38'), 'another', 'PX', 60_000);
    const tookMs: number[] = [];
    // The machine may sleep during one of them: the quickest counts.
    for (let time = 0; time < 3; time += 1) {
      const startedAt = performance.now();
      expect(await lock.tryRun('f38', 1_000, async () => 'never')).toEqual({ type: 'held' });
      tookMs.push(performance.now() - startedAt);
    }
    expect(Math.min(...tookMs)).toBeLessThan(1_000);
  });

  it('gives the lock of a holder that died back at the end of its lease', async () => {
    const { lock } = await openLock();
    await redis.client.set(lockKey('dead'), 'a dead process', 'PX', 60_000);
    expect(await lock.tryRun('dead', 1_000, async () => 'x')).toEqual({ type: 'held' });
    await redis.client.pexpire(lockKey('dead'), 50);
    await expect.poll(() => lock.tryRun('dead', 1_000, async () => 'mine')).toMatchObject({ type: 'done' });
  });
});
