import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  type HasPushClient,
  type PushClient,
  PushQueue,
  type PushResult,
  PushWorker,
} from '@wetempo/core/push';
import type { Simulator } from '@wetempo/simulator';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type RedisServer, startRedis } from '../../../test/support/redis-server.js';
import { appId, appSecret, message, openid, platform } from './fixtures.js';
import { account, deliveriesOf, endpoint, item, items, queueKit } from './push-queue-fixtures.js';

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());
beforeEach(() => redis.flush());

const each = (count: number, times = 1) => Array<number>(count).fill(times);

async function all<Value>(values: AsyncIterable<Value> | Iterable<Value>): Promise<Value[]> {
  const list: Value[] = [];
  for await (const value of values) list.push(value);
  return list;
}

async function usedMemory(): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await redis.client.info('memory'))?.[1]);
}

/** Messages of about 300 bytes of JSON whose ids and figures have little in common, as real ones. */
function realistic(count: number) {
  const letters = () => randomBytes(18).toString('base64url');
  return Array.from({ length: count }, (_, n) => ({
    requestId: `autumn-bill-${100_000 + n}-${letters().slice(0, 6)}`,
    request: {
      touser: `oABCD${letters().slice(0, 23)}`,
      template_id: 'ngqIpbwh8bUfcSsECmogfXcV14J0tQlEpBO27izEYtY',
      url: `https://example.com/bills/${n}?from=wx`,
      data: {
        thing1: { value: '九月份电费账单' },
        amount2: { value: `${(Math.random() * 500).toFixed(2)}元` },
        time3: { value: `2026-09-${10 + (n % 18)} 10:${10 + (n % 49)}:00` },
        character_string4: { value: `${Math.floor(Math.random() * 1e12)}` },
      },
    },
  }));
}

/** A client of another deployment, which has not heard of the endpoint. */
function withoutEndpoints({ accountKey, clock, telemetry, sends, limits }: PushClient): HasPushClient {
  return {
    client: {
      accountKey,
      clock,
      telemetry,
      sends,
      limits,
      callAny: () => Promise.reject(new Error('sends nothing')),
      resumePending: async () => ({ sent: [], notSent: [] }),
      checkMessage: () => undefined,
      messageEndpoint: () => undefined,
    },
  };
}

/** Whether nothing arrives any more. */
async function stands(simulator: Simulator): Promise<boolean> {
  const before = simulator.deliveries.length;
  await setTimeout(300);
  return simulator.deliveries.length === before;
}

describe('a push over BullMQ', () => {
  it('F132: leaves no repeating job behind, however often a worker starts', async () => {
    const { worker } = queueKit(redis, await platform());
    for (let start = 0; start < 5; start += 1) await (await worker()).close(0);
    const keys = await redis.client.keys('*');
    expect(keys.filter((key) => /:(?:repeat|scheduler)/.test(key))).toEqual([]);
    expect(keys.filter((key) => key.endsWith(':delayed'))).toEqual([]);
  });

  it('sends every message once over two workers, and tells the end of each', async () => {
    const simulator = await platform();
    const kit = queueKit(redis, simulator);
    await Promise.all([kit.worker(), kit.worker()]);
    const run = await kit.queue().start({ id: 'all', endpoint, items: items(600) });
    expect(await run.finished()).toMatchObject({
      phase: 'done',
      total: 600,
      counts: { sent: 600, replayed: 0 },
      troubles: [],
    });
    expect(deliveriesOf(simulator, 600)).toEqual(each(600));
    const results = await all(run.results());
    expect(new Set(results.map(({ requestId }) => requestId)).size).toBe(600);
    expect(results).toHaveLength(600);
    expect(results[0]).toMatchObject({ state: 'sent', msgid: expect.any(String) });
  });

  it('is one push where two operators start it at once, each message counted once', async () => {
    const simulator = await platform();
    const kit = queueKit(redis, simulator);
    const plan = () => ({ id: 'shared', endpoint, items: items(300) });
    const runs = await Promise.all([kit.queue(), kit.queue()].map((queue) => queue.start(plan())));
    await Promise.all(runs.map((run) => run.fed()));
    expect(await runs[0]?.progress()).toMatchObject({ read: 300, total: 300, phase: 'running' });
    await kit.worker();
    const reports = await Promise.all(runs.map((run) => run.finished()));
    expect(reports.map(({ counts, total }) => [counts.sent, counts.replayed, total])).toEqual([
      [300, 0, 300],
      [300, 0, 300],
    ]);
    expect(deliveriesOf(simulator, 300)).toEqual(each(300));
    expect(await all(runs[1]?.results() ?? [])).toHaveLength(300);
  });

  it('has ended for each operator once the own items have, although another one had fewer', async () => {
    const simulator = await platform();
    const kit = queueKit(redis, simulator);
    await kit.worker();
    const shorter = await kit.queue().start({ id: 'spring', endpoint, items: items(1) });
    async function* slowly() {
      yield item(0);
      await shorter.finished();
      // Whoever looks has seen the end by now.
      await setTimeout(600);
      yield* items(30, 1);
    }
    const longer = await kit.queue().start({ id: 'spring', endpoint, items: slowly() });
    expect(await longer.finished()).toMatchObject({ total: 32, counts: { sent: 32, replayed: 1 } });
  });

  it('F28: tells whoever feeds it that Redis has lost it', async () => {
    const kit = queueKit(redis, await platform());
    async function* lost() {
      yield* items(20);
      await redis.flush();
      yield* items(20, 20);
    }
    const run = await kit.queue().start({ id: 'spring', endpoint, items: lost() });
    await expect(run.fed()).rejects.toMatchObject({ code: 'CONFIG' });
    await expect(run.finished()).rejects.toMatchObject({ code: 'CONFIG' });
  });

  it('refuses other settings under the id of a push under way', async () => {
    const kit = queueKit(redis, await platform());
    const queue = kit.queue();
    await (await queue.start({ id: 'p', endpoint, items: items(3) })).fed();
    await expect(queue.start({ id: 'p', endpoint, items: items(3), group: 'other' })).rejects.toMatchObject({
      code: 'CONFIG',
      message: expect.stringContaining('`group`'),
    });
  });

  it('ends what cannot be sent at once, and what is refused with its reason', async () => {
    const simulator = await platform({ accounts: [account((id) => id !== openid(1))] });
    const kit = queueKit(redis, simulator);
    await kit.worker();
    const wrong = { requestId: 'wrong', request: { ...message(9), touser: '' } };
    const broken = { requestId: 'line 4', invalid: 'is no JSON', line: 4 };
    const run = await kit.queue().start({ id: 'mixed', endpoint, items: [item(0), item(1), wrong, broken] });
    const report = await run.finished();
    expect(report.counts).toMatchObject({ sent: 1, failed: 1, invalid: 2 });
    expect(report.troubles).toContainEqual(
      expect.objectContaining({ state: 'failed', errcode: 43004, count: 1, requestIds: ['r-1'] }),
    );
    const ends = new Map((await all(run.results())).map((result) => [result.requestId, result]));
    expect(ends.get('wrong')).toMatchObject({ state: 'invalid', issues: [{ path: 'touser' }] });
    expect(ends.get('line 4')).toMatchObject({ state: 'invalid', message: 'is no JSON', line: 4 });
    expect(ends.get('r-1')).toMatchObject({ state: 'failed', code: 'API_ERROR', errcode: 43004 });
  });

  it('sends the failed messages again, and only them', async () => {
    let follows = false;
    const simulator = await platform({
      accounts: [account((id) => follows || id !== openid(1))],
    });
    const kit = queueKit(redis, simulator);
    await kit.worker();
    const queue = kit.queue();
    await (await queue.start({ id: 'again', endpoint, items: items(30) })).finished();
    follows = true;
    const retried = await queue.retryFailed('again');
    expect(await retried.finished()).toMatchObject({ total: 1, counts: { sent: 1, failed: 0 } });
    expect(deliveriesOf(simulator, 30)).toEqual(each(30));
    await expect(queue.retryFailed('unheard')).rejects.toMatchObject({ code: 'CONFIG' });
  });

  it('F127: runs again under the same id, and says that everything had been sent', async () => {
    const simulator = await platform();
    const kit = queueKit(redis, simulator);
    await kit.worker();
    const queue = kit.queue();
    await (await queue.start({ id: 'same', endpoint, items: items(50) })).finished();
    const again = await queue.start({ id: 'same', endpoint, items: items(60) });
    expect((await again.finished()).counts).toMatchObject({ sent: 60, replayed: 50 });
    expect(deliveriesOf(simulator, 60)).toEqual(each(60));
  });

  it('F128: sends once although the job of the first run is gone', async () => {
    const simulator = await platform();
    const kit = queueKit(redis, simulator);
    await kit.worker();
    const queue = kit.queue();
    await (await queue.start({ id: 'one', endpoint, items: [item(0)] })).finished();
    expect(await redis.client.keys('*:queue:wetempo-push:one-1-*')).toEqual([]);
    await (await queue.start({ id: 'two', endpoint, items: [item(0)] })).finished();
    expect(deliveriesOf(simulator, 1)).toEqual([1]);
  });

  it('F130: adds what is missing after adding failed half-way, and every job once', async () => {
    const simulator = await platform();
    const kit = queueKit(redis, simulator);
    // A user of Redis who may write everything but the job of the fourth chunk.
    const jobs = '~wetempo:*:push:queue:wetempo-push:';
    const keys = ['~wetempo:*:push:[^q]*', `${jobs}[^h]*`, `${jobs}half-1-[^3]-*`];
    await redis.client.acl('SETUSER', 'feeder', 'on', '>secret', '+@all', ...keys);
    const feeder = { redis: `redis://feeder:secret@127.0.0.1:${redis.port}` };
    const failing = await kit.queue(kit.client(), feeder).start({ id: 'half', endpoint, items: items(200) });
    await expect(failing.fed()).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      hint: expect.stringContaining('again'),
    });
    const run = await kit.queue().start({ id: 'half', endpoint, items: items(200) });
    await run.fed();
    await kit.worker();
    expect(await run.finished()).toMatchObject({ total: 200, counts: { sent: 200, replayed: 0 } });
    expect(deliveriesOf(simulator, 200)).toEqual(each(200));
  });

  it('goes on where a feeder died', async () => {
    const simulator = await platform();
    const kit = queueKit(redis, simulator);
    await kit.worker();
    async function* dying() {
      yield* items(130);
      throw new Error('the file is gone');
    }
    const first = await kit.queue().start({ id: 'fed', endpoint, items: dying() });
    await expect(first.finished()).rejects.toThrow('the file is gone');
    const run = await kit.queue().start({ id: 'fed', endpoint, items: items(200) });
    expect(await run.finished()).toMatchObject({ total: 200, counts: { sent: 200 } });
    expect(deliveriesOf(simulator, 200)).toEqual(each(200));
  });

  it('calls invalid what its source gives and no message is', async () => {
    const simulator = await platform();
    const kit = queueKit(redis, simulator);
    await kit.worker();
    const given = [item(0), null, 'text', { requestId: 'bare' }, item(1)] as ReturnType<typeof items>;
    const run = await kit.queue().start({ id: 'odd', endpoint, items: given });
    expect((await run.finished()).counts).toMatchObject({ sent: 2, invalid: 3 });
    expect(deliveriesOf(simulator, 2)).toEqual(each(2));
  });

  it('is followed to its end although Redis was away meanwhile', async () => {
    const kit = queueKit(redis, await platform());
    const run = await kit.queue().start({ id: 'patient', endpoint, items: items(3) });
    await run.fed();
    const results = all(run.results());
    const seen = all(run.watch({ everyMs: 20 }));
    redis.pause();
    // Longer than a command may take.
    await setTimeout(1_300);
    redis.resume();
    await kit.worker();
    expect((await results).map(({ requestId }) => requestId).sort()).toEqual(['r-0', 'r-1', 'r-2']);
    expect((await seen).at(-1)).toMatchObject({ phase: 'done', counts: { sent: 3 } });
  });

  it('is waited for no longer once its queue is closed', async () => {
    const kit = queueKit(redis, await platform());
    const queue = kit.queue();
    const run = await queue.start({ id: 'left', endpoint, items: items(3) });
    await run.fed();
    const ended = run.finished();
    ended.catch(() => undefined);
    await queue.close();
    await expect(ended).rejects.toMatchObject({
      code: 'CONFIG',
      message: expect.stringMatching(/was closed before/),
    });
  });

  it.each(['127.0.0.1:6379', 'redis//me:hush@host'])(
    'refuses %s, which is no URL, and shows no password',
    async (url) => {
      const mp = queueKit(redis, await platform()).client();
      expect(() => new PushQueue(mp, { redis: url })).toThrow(/must be a redis:\/\//);
      expect(() => new PushWorker(mp, { redis: url })).not.toThrow(/hush/);
    },
  );

  it('F45: refuses a client that puts a prefix before keys', async () => {
    const kit = queueKit(redis, await platform());
    const prefixed = new Redis(redis.port, { keyPrefix: 'p:', lazyConnect: true });
    onTestFinished(() => prefixed.disconnect());
    const mp = kit.client();
    expect(() => kit.queue(mp, { redis: prefixed })).toThrow(/keyPrefix/);
    await expect(kit.worker(mp, { redis: prefixed })).rejects.toThrow(/keyPrefix/);
  });

  it('F46: warns of a Redis that may drop jobs', async () => {
    const kit = queueKit(redis, await platform());
    await redis.client.config('SET', 'maxmemory-policy', 'allkeys-lru');
    onTestFinished(async () => void (await redis.client.config('SET', 'maxmemory-policy', 'noeviction')));
    const warnings: string[] = [];
    const mp = kit.client();
    mp.client.telemetry.on('warned', ({ message: text }) => warnings.push(text));
    await kit.worker(mp);
    await expect.poll(() => warnings.join()).toMatch(/drop jobs/);
  });

  it('costs at most 300 bytes of Redis for each recipient that waits', async () => {
    const kit = queueKit(redis, await platform());
    const queue = kit.queue(kit.client(), { chunkSize: 200 });
    await queue.list();
    const before = await usedMemory();
    const run = await queue.start({ id: 'large', endpoint, items: realistic(20_000) });
    await run.fed();
    const bytes = ((await usedMemory()) - before) / 20_000;
    if (process.env.PUSH_FIGURES) console.log(`${bytes.toFixed(1)} bytes for each waiting recipient`);
    expect(bytes).toBeLessThan(300);
    await run.cancel();
  });
});

describe('steering a push over BullMQ', () => {
  it('pauses, resumes and cancels from any process', async () => {
    const simulator = await platform({ latencyMs: 20 });
    const kit = queueKit(redis, simulator);
    const mp = kit.client({ limits: { endpoints: { 'template.send': { perSecond: 60 } } } });
    await kit.worker(mp);
    await (await kit.queue().start({ id: 'steered', endpoint, items: items(2_000) })).fed();
    const run = await kit.queue().find('steered');
    if (run === undefined) throw new Error('not found');
    await expect.poll(() => simulator.deliveries.length, { timeout: 10_000 }).toBeGreaterThan(20);
    await run.pause();
    await expect.poll(() => stands(simulator), { timeout: 10_000 }).toBe(true);
    const paused = simulator.deliveries.length;
    expect(await run.progress()).toMatchObject({ phase: 'paused' });
    const resumedAt = performance.now();
    await run.resume();
    await expect.poll(() => simulator.deliveries.length, { interval: 20 }).toBeGreaterThan(paused);
    if (process.env.PUSH_FIGURES)
      console.log(`resumed after ${Math.round(performance.now() - resumedAt)} ms`);
    await run.cancel();
    const { counts, phase, total } = await run.finished();
    expect(phase).toBe('cancelled');
    expect(counts.sent).toBe(simulator.deliveries.length);
    expect(counts.sent + counts['not-sent']).toBe(total);
    const left = (await all(run.results())).filter(({ state }) => state === 'not-sent');
    expect(left).toHaveLength(counts['not-sent']);
    expect(left[0]).toMatchObject({ code: 'CANCELLED' });
  });

  it('F126: what a worker that died had sent before the cancel does not end as not sent', async () => {
    const simulator = await platform();
    const kit = queueKit(redis, simulator);
    const mp = kit.client({ retry: { maxRetries: 0 } });
    const list = items(5);
    const [first, second] = list;
    if (first === undefined || second === undefined) throw new Error('no items');
    await mp.call(endpoint, first.request, { requestId: first.requestId });
    simulator.faults.add({ kind: 'cut-after', path: endpoint.path });
    const doubtful = mp.call(endpoint, second.request, { requestId: second.requestId });
    await expect(doubtful).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      repeatableForMs: expect.any(Number),
    });
    simulator.faults.clear();
    const run = await kit.queue().start({ id: 'late-cancel', endpoint, items: list });
    await run.fed();
    await run.cancel();
    await kit.worker(kit.client());
    const { counts } = await run.finished();
    expect(counts).toMatchObject({ sent: 1, unknown: 1, 'not-sent': 3, replayed: 1 });
  });

  it('lets nothing begin after the deadline', async () => {
    const simulator = await platform();
    const kit = queueKit(redis, simulator);
    const mp = kit.client({ limits: { endpoints: { 'template.send': { perSecond: 20 } } } });
    await kit.worker(mp);
    const plan = { id: 'late', endpoint, items: items(300), deadlineMs: 800 };
    const report = await (await kit.queue().start(plan)).finished();
    expect(report.counts['not-sent']).toBeGreaterThan(0);
    expect(report.troubles).toMatchObject([{ state: 'not-sent', code: 'EXPIRED' }]);
    expect(report.counts.sent).toBe(simulator.deliveries.length);
  });

  it('ends at its deadline also while it is paused', async () => {
    const simulator = await platform();
    const kit = queueKit(redis, simulator);
    const plan = { id: 'late', endpoint, items: items(40), deadlineMs: 1_500 };
    const run = await kit.queue().start(plan);
    await run.pause();
    await kit.worker();
    expect((await run.finished()).counts).toMatchObject({ sent: 0, 'not-sent': 40 });
  });

  it('shows that no worker knows the endpoint, and goes on once one does', async () => {
    const simulator = await platform();
    const kit = queueKit(redis, simulator);
    const mp = kit.client();
    const worker = await kit.worker(withoutEndpoints(mp.client));
    const run = await kit.queue().start({ id: 'unknown', endpoint, items: items(3) });
    await expect
      .poll(async () => (await run.progress()).waitingFor, { timeout: 10_000 })
      .toMatch(/no endpoint template\.send/);
    await worker.close();
    await kit.worker(mp);
    await run.resume();
    expect((await run.finished()).counts.sent).toBe(3);
  });

  it('F147: needs no job that failed: without it the same items are added again', async () => {
    const simulator = await platform();
    const kit = queueKit(redis, simulator);
    const mp = kit.client();
    const worker = await kit.worker(withoutEndpoints(mp.client));
    const queue = kit.queue();
    const run = await queue.start({ id: 'gone', endpoint, items: items(3) });
    const failed = `wetempo:{${mp.client.accountKey}}:push:queue:wetempo-push:failed`;
    await expect.poll(() => redis.client.zcard(failed), { timeout: 10_000 }).toBe(1);
    await worker.close();
    await redis.client.del(failed, ...(await redis.client.keys('*:wetempo-push:gone-1-*')));
    await kit.worker(mp);
    await run.resume();
    await queue.start({ id: 'gone', endpoint, items: items(3) });
    expect(await run.finished()).toMatchObject({ total: 3, counts: { sent: 3 } });
  });

  it('needs no list of BullMQ: where one was deleted, starting it again brings its jobs back', async () => {
    const simulator = await platform();
    const kit = queueKit(redis, simulator);
    const plan = { id: 'spring', endpoint, items: items(100) };
    await (await kit.queue().start(plan)).fed();
    const lists = await redis.client.keys('*:wait');
    expect(lists).toHaveLength(1);
    await redis.client.del(lists);
    await kit.worker();
    const run = await kit.queue().start(plan);
    expect((await run.finished()).counts).toMatchObject({ sent: 100, replayed: 0 });
    expect(deliveriesOf(simulator, 100)).toEqual(each(100));
  });

  it('keeps to a pace of its own over all workers', async () => {
    const simulator = await platform();
    const kit = queueKit(redis, simulator);
    await Promise.all([kit.worker(), kit.worker()]);
    const run = await kit.queue().start({ id: 'slow', endpoint, items: items(60), maxPerSecond: 40 });
    expect((await run.finished()).counts.sent).toBe(60);
    const times = simulator.deliveries.map(({ at }) => at).sort((one, other) => one - other);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1_300);
  });
});

describe('workers of a push', () => {
  it('are free while a limit closes the endpoint, and its chunks wait in the queue', async () => {
    const simulator = await platform();
    const kit = queueKit(redis, simulator);
    const mp = kit.client();
    await mp.client.ready();
    await kit.worker(mp, { maxWaitMs: 500 });
    simulator.faults.add({
      kind: 'status',
      status: 429,
      headers: { 'retry-after': '4' },
      path: endpoint.path,
      times: 1,
    });
    const run = await kit.queue().start({ id: 'shut', endpoint, items: items(15) });
    const queueKey = (area: string) => `wetempo:{${mp.client.accountKey}}:push:queue:wetempo-push:${area}`;
    await expect
      .poll(() => redis.client.zcard(queueKey('delayed')), { timeout: 10_000, interval: 20 })
      .toBe(1);
    expect(await redis.client.llen(queueKey('active'))).toBe(0);
    expect(await run.progress()).toMatchObject({ waitingFor: expect.stringContaining('template.send') });
    expect((await run.finished()).counts).toMatchObject({ sent: 15, replayed: 0 });
    expect(deliveriesOf(simulator, 15)).toEqual(each(15));
  });

  it('do not hold a chunk up for one recipient', async () => {
    const simulator = await platform();
    const kit = queueKit(redis, simulator);
    const mp = kit.client({ limits: { perRecipient: { max: 1, windowMs: 4_000 } } });
    await kit.worker(mp, { maxWaitMs: 100 });
    const slow = { requestId: 'again', request: message(0) };
    const run = await kit.queue().start({ id: 'one', endpoint, items: [item(0), slow, ...items(18, 1)] });
    await expect
      .poll(async () => (await run.progress()).counts.sent, { timeout: 10_000, interval: 50 })
      .toBe(19);
    expect((await run.finished()).counts).toMatchObject({ sent: 20, replayed: 0 });
  });

  it('F126: a chunk that runs twice is counted once, and its messages are sent once', async () => {
    const simulator = await platform({ latencyMs: 300 });
    const kit = queueKit(redis, simulator);
    const queue = kit.queue();
    await kit.worker(kit.client(), { stalledIntervalMs: 100 });
    const run = await queue.start({ id: 'twice', endpoint, items: items(20), concurrency: 4 });
    await expect.poll(() => simulator.hits(endpoint.path), { timeout: 10_000 }).toBeGreaterThan(0);
    // As where the first worker's event loop is blocked: its lock is lost while it goes on.
    const locks = await redis.client.keys('*:push:queue:*:lock');
    await redis.client.del(...locks);
    await kit.worker(kit.client(), { stalledIntervalMs: 100 });
    expect((await run.finished()).counts.sent).toBe(20);
    expect(deliveriesOf(simulator, 20)).toEqual(each(20));
    expect((await all<PushResult>(run.results())).map(({ requestId }) => requestId).sort()).toHaveLength(20);
  });

  it('F134: hand back what they have not begun when they close, and it goes on at once', async () => {
    const simulator = await platform({ latencyMs: 50 });
    const kit = queueKit(redis, simulator);
    const mp = kit.client({ limits: { endpoints: { 'template.send': { perSecond: 50 } } } });
    const first = await kit.worker(mp);
    const run = await kit.queue().start({ id: 'handed', endpoint, items: items(60) });
    await expect.poll(() => simulator.deliveries.length, { timeout: 10_000 }).toBeGreaterThan(5);
    await first.close();
    expect(await redis.client.llen(`wetempo:{${mp.client.accountKey}}:push:queue:wetempo-push:active`)).toBe(
      0,
    );
    const { counts } = await run.progress();
    expect(counts.sent).toBe(simulator.deliveries.length);
    await kit.worker(mp);
    expect((await run.finished()).counts).toMatchObject({ sent: 60, replayed: 0 });
    expect(deliveriesOf(simulator, 60)).toEqual(each(60));
  });
});

describe('a worker that is killed', () => {
  it('leaves its chunks to another one: all delivered, none twice, each counted once', async () => {
    const simulator = await platform({ latencyMs: 30 });
    const kit = queueKit(redis, simulator);
    const options = { redis: redis.url, lockDurationMs: 1_000, stalledIntervalMs: 500 };
    const client = {
      appId,
      appSecret,
      baseUrl: simulator.url,
      redis: redis.url,
      sendStore: 'redis',
      timeoutMs: 500,
    };
    const child = await startWorker({ client, worker: options });
    const queue = kit.queue();
    const run = await queue.start({ id: 'killed', endpoint, items: items(160), concurrency: 8 });
    await expect.poll(() => simulator.deliveries.length, { timeout: 20_000 }).toBeGreaterThan(20);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await endLeases();
    await kit.worker(kit.client(), options);
    const { counts, total } = await run.finished();
    expect({ total, sent: counts.sent }).toEqual({ total: 160, sent: 160 });
    expect(deliveriesOf(simulator, 160)).toEqual(each(160));
    expect(await all(run.results())).toHaveLength(160);
  });
});

async function startWorker(options: object): Promise<ChildProcess> {
  const file = fileURLToPath(new URL('./push-worker.mjs', import.meta.url));
  const child = fork(file, [JSON.stringify(options)], { execArgv: [] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [word] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (word !== 'running') throw new Error('the worker did not start: are the packages built?');
  return child;
}

/** What the dead worker was sending is free at once, for which others would have to wait some 15 s. */
async function endLeases(): Promise<void> {
  const [pending = ''] = await redis.client.keys('*:send:pending');
  const ids = await redis.client.zrange(pending, '0', '-1');
  await Promise.all(ids.map((id) => redis.client.hset(pending.replace(/pending$/, `id:${id}`), 'l', '0')));
}
