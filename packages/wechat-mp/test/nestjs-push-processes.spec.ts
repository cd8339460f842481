import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { PushQueue, PushWorker } from '@wetempo/core/push';
import type { Simulator } from '@wetempo/simulator';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type RedisServer, startRedis } from '../../../test/support/redis-server.js';
import { templateEndpoints, type WechatMpOptions } from '../src/index.js';
import { appId, appSecret, clientOf, message, openid, platform } from './fixtures.js';

const program = fileURLToPath(new URL('push-app.mjs', import.meta.url));
const count = 80;
const patient = { timeout: 60_000, interval: 10 };

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

async function startApp(account: WechatMpOptions): Promise<ChildProcess> {
  const worker = { lockDurationMs: 1_000 };
  const options = { account, pushes: { mode: 'worker', redis: redis.url, worker, graceMs: 10_000 } };
  const child = fork(program, [JSON.stringify(options)], { execArgv: [] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`the application ended with ${code} before it was ready`);
  });
  await Promise.race([once(child, 'message'), died]);
  died.catch(() => undefined);
  return child;
}

/** A push in the queue, of which an application in a process of its own has sent a part. */
async function pushInTheMiddle() {
  await redis.flush();
  const simulator = await platform({ latencyMs: 60 });
  const kept = { redis: redis.url, sendStore: 'redis' } as const;
  const mp = clientOf(simulator, kept);
  const queue = new PushQueue(mp, { redis: redis.url });
  onTestFinished(() => queue.close());
  const items = Array.from({ length: count }, (_, n) => ({ requestId: `m${n}`, request: message(n) }));
  const run = await queue.start({ id: 'spring', endpoint: templateEndpoints.send, items, concurrency: 4 });
  await run.fed();
  const app = await startApp({ appId, appSecret, baseUrl: simulator.url, ...kept });
  await vi.waitFor(() => expect(simulator.deliveries.length).toBeGreaterThan(10), patient);
  const goOn = async () => {
    const worker = new PushWorker(mp, { redis: redis.url, lockDurationMs: 1_000 });
    onTestFinished(() => worker.close());
    await worker.run();
    return run.finished();
  };
  return { simulator, app, goOn, mp };
}

function everybodyOnce({ deliveries }: Simulator) {
  const wanted = Array.from({ length: count }, (_, n) => openid(n)).sort();
  expect(deliveries.map((delivery) => delivery.openid).sort()).toEqual(wanted);
}

describe('a Nest application that works on a push, in a process of its own', () => {
  it('F133: on SIGTERM ends what is under way and leaves the rest to others', async () => {
    const { simulator, app, goOn, mp } = await pushInTheMiddle();
    app.kill('SIGTERM');
    await once(app, 'exit');
    const delivered = simulator.deliveries.length;
    expect(delivered).toBeLessThan(count);
    expect(await mp.sends.count()).toMatchObject({ sent: delivered, pending: 0, unknown: 0 });
    expect(await goOn()).toMatchObject({ counts: { sent: count, unknown: 0 } });
    everybodyOnce(simulator);
  });
});
