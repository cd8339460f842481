import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startRedis } from '../../../test/support/redis-server.js';
import type { WechatMpOptions } from '../src/index.js';
import { appId, appSecret, clientOf, message, platform } from './fixtures.js';
import { startFleet } from './fleet.js';

const sendPath = '/cgi-bin/message/template/send';
const count = 1_000;

type StoreOptions = Pick<WechatMpOptions, 'redis' | 'sendStore'>;

async function sqlite(): Promise<StoreOptions> {
  const folder = await mkdtemp(join(tmpdir(), 'wetempo-queue-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { sendStore: { sqlite: join(folder, 'sends.db') } };
}

async function redis(): Promise<StoreOptions> {
  const server = await startRedis();
  onTestFinished(() => server.stop());
  return { redis: server.url, sendStore: 'redis' };
}

/** One process queues and dies, two send, one of them dies in the middle, the other one ends it. */
async function queueAndDrain(store: StoreOptions) {
  const simulator = await platform({ latencyMs: 5 });
  const options = { appId, appSecret, baseUrl: simulator.url, timeoutMs: 500, ...store };
  const few = { app: { max: 5, windowMs: 1000 }, queue: { worker: false, afterMs: 0 } };
  const [front] = await startFleet(1, { ...options, limits: few });
  const messages = Array.from({ length: count }, (_, n) => ({ request: message(n), requestId: `q${n}` }));
  const outcomes = (await front?.send(messages, { onLimit: 'queue' })) ?? [];
  front?.signal('SIGKILL');
  await front?.gone;

  const limits = { app: { perSecond: 300 }, headroom: 0, queue: {} };
  const [victim] = await startFleet(2, { ...options, limits });
  while (simulator.deliveries.length < count / 3) await sleep(5);
  victim?.signal('SIGKILL');
  await victim?.gone;
  while (simulator.deliveries.length < count) await sleep(20);
  const mp = clientOf(simulator, store);
  // The heir looks every ten seconds by now; whoever cannot wait for that asks for it.
  for (let open = 1; open > 0; open = (await mp.sends.count()).pending) {
    await sleep(200);
    await mp.resumePending();
  }
  return { simulator, outcomes, counts: await mp.sends.count() };
}

it('1,000 queued messages outlive their process, and one that dies while it sends them: each is sent once', {
  timeout: 120_000,
}, async () => {
  // Most of the time goes by until the leases of the dead have run out, so both stores wait at once.
  const stores = [await sqlite(), await redis()];
  for (const { simulator, outcomes, counts } of await Promise.all(stores.map(queueAndDrain))) {
    expect(outcomes.filter((outcome) => 'error' in outcome)).toEqual([]);
    const accepted = outcomes.filter((outcome) => 'status' in outcome && outcome.status !== 'sent');
    expect(accepted.length).toBeGreaterThan(count * 0.9);
    expect(new Set(simulator.deliveries.map(({ openid }) => openid)).size).toBe(count);
    expect(simulator.deliveries).toHaveLength(count);
    expect(counts).toEqual({ pending: 0, sent: count, failed: 0, unknown: 0 });
    // A request that was on the wire when its process died is made again, and the platform knows it by its id.
    // So are some where the machine sleeps for longer than an answer may take.
    expect(simulator.hits(sendPath)).toBeLessThan(1.3 * count);
  }
});
