import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  dryRun,
  forecast,
  type InvalidResult,
  type PushItem,
  type PushPlan,
  resultsToCsv,
  startPush,
} from '@wetempo/core/push';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startRedis } from '../../../test/support/redis-server.js';
import { templateEndpoints, type WechatMp } from '../src/index.js';
import { appId, appSecret, message, openid, platform, platformAndClient } from './fixtures.js';
import { startTwoPushes } from './push-processes.js';

const sendPath = '/cgi-bin/message/template/send';
const endpoint = templateEndpoints.send;

type Item = PushItem<ReturnType<typeof message>>;

function items(count: number, from = 1): Item[] {
  return Array.from({ length: count }, (_, n) => ({
    requestId: `m-${from + n}`,
    request: message(from + n),
  }));
}

function push(mp: WechatMp, list: Iterable<Item>, options: Partial<PushPlan> = {}) {
  return startPush(mp, { ...options, id: 'spring', endpoint, items: list });
}

async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const list: Value[] = [];
  for await (const value of values) list.push(value);
  return list;
}

const countOf = (deliveries: readonly { readonly openid: string }[]) =>
  new Set(deliveries.map((d) => d.openid)).size;

describe('a push of template messages', () => {
  it('delivers 500 messages once each although answers and requests are cut', async () => {
    const { simulator, mp } = await platformAndClient();
    simulator.faults.add({ kind: 'cut-after', path: sendPath, probability: 0.015 });
    simulator.faults.add({ kind: 'cut-before', path: sendPath, probability: 0.015 });
    const report = await push(mp, items(500)).finished();
    expect(report.counts).toMatchObject({ sent: 500, failed: 0, unknown: 0, 'not-sent': 0 });
    expect(simulator.deliveries).toHaveLength(500);
    expect(countOf(simulator.deliveries)).toBe(500);
  });

  it('F59: goes on where the third of five is refused: 4 sent, 1 failed, 5 requests', async () => {
    const { simulator, mp } = await platformAndClient();
    simulator.faults.add({
      kind: 'errcode',
      errcode: 43101,
      errmsg: 'refused',
      path: sendPath,
      openid: openid(3),
    });
    const report = await push(mp, items(5), { concurrency: 1 }).finished();
    expect(report.counts).toMatchObject({ sent: 4, failed: 1 });
    expect(report.troubles).toMatchObject([
      { state: 'failed', errcode: 43101, count: 1, requestIds: ['m-3'] },
    ]);
    expect(simulator.hits(sendPath)).toBe(5);
  });

  it('retries what was refused by the same push with resend, and leaves alone what was sent', async () => {
    const { simulator, mp } = await platformAndClient();
    simulator.faults.add({ kind: 'errcode', errcode: 43004, errmsg: 'refused', path: sendPath, times: 2 });
    await push(mp, items(5)).finished();
    const again = await push(mp, items(5)).finished();
    expect(again.counts).toMatchObject({ sent: 3, replayed: 3, failed: 2 });
    expect(simulator.hits(sendPath)).toBe(5);
    const retried = await push(mp, items(5), { resend: 'failed' }).finished();
    expect(retried.counts).toMatchObject({ sent: 5, replayed: 3 });
    expect(simulator.hits(sendPath)).toBe(7);
    expect(countOf(simulator.deliveries)).toBe(5);
  });

  it('F56: calls an answer without a msgid unknown, not sent', async () => {
    const { simulator, mp } = await platformAndClient();
    simulator.faults.add({ kind: 'body', body: '{"errcode":0,"errmsg":"ok"}', path: sendPath, times: 1 });
    const report = await push(mp, items(1)).finished();
    expect(report.counts).toMatchObject({ sent: 0, unknown: 1 });
  });

  it('calls not sent what the platform was too busy for, and sends it in the next run', async () => {
    const { simulator, mp } = await platformAndClient({ retry: { baseMs: 1, capMs: 2, batchMaxRetries: 1 } });
    simulator.faults.add({ kind: 'errcode', errcode: -1, errmsg: 'system error', path: sendPath, times: 2 });
    const busy = await push(mp, items(1)).finished();
    expect(busy.counts).toMatchObject({ sent: 0, failed: 0, 'not-sent': 1 });
    const next = await push(mp, items(1)).finished();
    expect(next.counts).toMatchObject({ sent: 1, replayed: 0 });
  });

  it('F54: gives every digit of each msgid to results and CSV', async () => {
    const { mp } = await platformAndClient();
    const run = push(mp, items(3), { concurrency: 1 });
    const [results, lines] = await Promise.all([
      collect(run.results()),
      collect(resultsToCsv(run.results())),
    ]);
    expect(results.map((result) => 'msgid' in result && result.msgid)).toEqual([
      '2000000000000000001',
      '2000000000000000002',
      '2000000000000000003',
    ]);
    expect(lines[1]).toBe('m-1,sent,2000000000000000001,,,\r\n');
    expect(JSON.stringify(results)).toContain('"2000000000000000003"');
  });

  it('keeps the same requestId once: replayed with the same payload, a conflict with another', async () => {
    const { simulator, mp } = await platformAndClient();
    const list: Item[] = [
      { requestId: 'a', request: message(1) },
      { requestId: 'a', request: message(1) },
      { requestId: 'a', request: message(1, '别的') },
    ];
    const results = await collect(push(mp, list, { concurrency: 1 }).results());
    expect(results.map(({ state }) => state)).toEqual(['sent', 'sent', 'not-sent']);
    expect(results[2]).toMatchObject({ code: 'REQUEST_CONFLICT' });
    expect(simulator.hits(sendPath)).toBe(1);
  });

  it('names what is wrong with a request and sends the others', async () => {
    const { simulator, mp } = await platformAndClient();
    const wrong = { requestId: 'w', request: { ...message(9), touser: '' }, line: 7 };
    const results = await collect(push(mp, [wrong, ...items(2)]).results());
    expect(results.find(({ state }) => state === 'invalid')).toMatchObject({
      requestId: 'w',
      line: 7,
      issues: [{ path: 'touser' }],
    });
    expect(simulator.deliveries).toHaveLength(2);
  });

  it('lets a recipient of many messages hold up nobody else', async () => {
    const { simulator, mp } = await platformAndClient();
    const many = Array.from({ length: 10 }, (_, n) => ({ requestId: `x-${n}`, request: message(999) }));
    const run = push(mp, [...many, ...items(100)], { concurrency: 4 });
    await expect.poll(async () => (await run.progress()).counts.sent, { timeout: 20_000 }).toBe(104);
    expect(simulator.deliveredTo(openid(999))).toHaveLength(4);
    await run.cancel();
    const { counts, phase } = await run.finished();
    expect({ phase, sent: counts.sent, left: counts['not-sent'] }).toEqual({
      phase: 'cancelled',
      sent: 104,
      left: 6,
    });
  });

  it('is paused and goes on, is cancelled in the middle and finished by the next run: each once', async () => {
    const { simulator, mp } = await platformAndClient();
    const run = push(mp, items(300), { concurrency: 5 });
    await expect.poll(() => simulator.deliveries.length, { interval: 2 }).toBeGreaterThan(20);
    await run.pause();
    const allHaveEnded = async () => (await run.progress()).counts.sent === simulator.deliveries.length;
    await expect.poll(allHaveEnded, { interval: 20 }).toBe(true);
    expect(simulator.deliveries.length).toBeLessThan(300);
    await run.resume();
    await expect.poll(() => simulator.deliveries.length, { interval: 2 }).toBeGreaterThan(60);
    await run.cancel();
    const first = await run.finished();
    expect(first.phase).toBe('cancelled');
    expect(first.counts.sent).toBe(simulator.deliveries.length);
    const second = await push(mp, items(300)).finished();
    expect(second.counts).toMatchObject({ sent: 300, replayed: first.counts.sent });
    expect(simulator.deliveries).toHaveLength(300);
    expect(countOf(simulator.deliveries)).toBe(300);
  });

  it('is checked without sending or claiming anything', async () => {
    const { simulator, mp } = await platformAndClient();
    const invalid: InvalidResult[] = [];
    const list = [...items(3), ...items(1), { requestId: 'w', request: { ...message(4), touser: '' } }];
    const plan = { id: 'spring', endpoint, items: list };
    const report = await dryRun(mp, plan, { onInvalid: (result) => invalid.push(result) });
    expect(report).toEqual({ total: 5, valid: 4, invalid: 1, duplicates: 1 });
    expect(invalid).toMatchObject([{ requestId: 'w', issues: [{ path: 'touser' }] }]);
    expect(simulator.requests).toHaveLength(0);
    expect(await mp.sends.count()).toMatchObject({ sent: 0, pending: 0 });
  });

  it('is foretold from the quota of the day and the rate, with one question', async () => {
    const { simulator, mp } = await platformAndClient({
      limits: { endpoints: { 'template.send': { perSecond: 10 } }, headroom: 0.2 },
    });
    const told = await forecast(mp, endpoint, 1000);
    expect(told).toMatchObject({
      count: 1000,
      perSecond: 8,
      durationMs: 125_000,
      days: 1,
      limitedBy: 'rate',
    });
    expect(told.dailyLimit).toBeGreaterThan(1000);
    await forecast(mp, endpoint, 50);
    expect(simulator.hits('/cgi-bin/openapi/quota/get')).toBe(1);
  });
});

describe('the same push in two processes at the same time', () => {
  it('delivers each message once over one SQLite file', { timeout: 60_000 }, async () => {
    const simulator = await platform();
    const folder = await mkdtemp(join(tmpdir(), 'push-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const sendStore = { sqlite: join(folder, 'sends.db') };
    await pushedByTwo(simulator, { sendStore });
  });

  it('delivers each message once over one Redis', { timeout: 60_000 }, async () => {
    const simulator = await platform();
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    await pushedByTwo(simulator, { redis: redis.url, sendStore: 'redis' });
  });

  async function pushedByTwo(simulator: Awaited<ReturnType<typeof platform>>, stores: object): Promise<void> {
    const options = { appId, appSecret, baseUrl: simulator.url, ...stores };
    const reports = await startTwoPushes({ options, count: 200 });
    for (const { counts } of reports) expect(counts).toMatchObject({ sent: 200, failed: 0, unknown: 0 });
    expect(reports[0].counts.replayed + reports[1].counts.replayed).toBe(200);
    expect(simulator.deliveries).toHaveLength(200);
    expect(countOf(simulator.deliveries)).toBe(200);
  }
});
