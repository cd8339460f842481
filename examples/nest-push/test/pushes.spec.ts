import type { INestApplication } from '@nestjs/common';
import { DEFAULT_APP_ID, DEFAULT_APP_SECRET, type Simulator, startSimulator } from '@wetempo/simulator';
import type { WechatMpOptions } from '@wetempo/wechat-mp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDemoApp } from '../src/demo/demo-app.js';
import type { PushReport } from '../src/pushes/push-report.js';
import { csvOf, openid, orderLine } from './support/recipients.js';

let simulator: Simulator;
let app: INestApplication;
let url: string;

beforeEach(async () => {
  const appSecret = DEFAULT_APP_SECRET;
  const followers = (id: string) => id !== openid(2);
  simulator = await startSimulator({ accounts: [{ appId: DEFAULT_APP_ID, appSecret, followers }] });
  await startApp();
});

afterEach(async () => {
  await app.close();
  await simulator.close();
});

async function startApp(options: Partial<WechatMpOptions> = {}): Promise<void> {
  const account = { appId: DEFAULT_APP_ID, appSecret: DEFAULT_APP_SECRET, baseUrl: simulator.url };
  app = await startDemoApp(
    { ...account, sendStore: 'memory', ...options },
    { pauseMs: 10, graceMs: 200, rounds: 2 },
  );
  url = await app.getUrl();
}

function post(csv: string, query = 'template=T1'): Promise<Response> {
  return fetch(`${url}/pushes?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: csv,
  });
}

async function started(response: Response): Promise<PushReport> {
  expect(response.status).toBe(202);
  return (await response.json()) as PushReport;
}

async function get<Body>(path: string): Promise<Body> {
  const response = await fetch(`${url}${path}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Body;
}

/** The report of the push once it is through. */
async function ended({ id }: PushReport): Promise<PushReport> {
  return vi.waitFor(
    async () => {
      const report = await get<PushReport>(`/pushes/${id}`);
      expect(report.endedAt).toBeDefined();
      return report;
    },
    { timeout: 20_000, interval: 20 },
  );
}

const push = async (csv: string, query?: string) => ended(await started(await post(csv, query)));

describe('POST /pushes', () => {
  it('sends every line and accounts for those that cannot be sent', async () => {
    const csv = csvOf(20, [
      `${openid(21)},order-21,${'长'.repeat(21)}`,
      'zhang san,order-22,茶',
      `${openid(23)},order-23`,
      orderLine(1, 1),
    ]);
    const report = await push(csv);
    expect(report).toMatchObject({
      state: 'finished',
      total: 24,
      sent: 19,
      duplicatesAvoided: 1,
      waiting: 0,
    });
    expect(report.refused).toMatchObject([{ errcode: 43004, zh: '接收者未关注', lines: [3] }]);
    expect(report.invalid).toMatchObject({
      count: 3,
      problems: [
        { line: 22, column: 'thing1' },
        { line: 23, column: 'openid' },
        { line: 24, message: 'has 2 values under 3 columns' },
      ],
    });
    expect(simulator.deliveries).toHaveLength(19);
  });

  it('answers at once how much there is to do', async () => {
    simulator.faults.add({ kind: 'slow', delayMs: 200 });
    const report = await started(await post(csvOf(3)));
    expect(report).toMatchObject({ state: 'running', total: 3, waiting: 3 });
    await ended(report);
  });

  it('takes JSON as well', async () => {
    const response = await fetch(`${url}/pushes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ csv: csvOf(1), template: 'T1', name: 'spring' }),
    });
    expect(await ended(await started(response))).toMatchObject({ id: 'spring', sent: 1 });
  });

  it('takes the same content as the same push, and another name as another one', async () => {
    const first = await push(csvOf(1));
    const second = await push(csvOf(1));
    expect(second).toMatchObject({ id: first.id, sent: 0, alreadySent: 1 });
    expect(await push(csvOf(1), 'template=T1&name=again')).toMatchObject({ sent: 1 });
    expect(simulator.deliveredTo(openid(1))).toHaveLength(2);
  });

  it('sends nothing of a CSV with a wrong header, and says what is wrong with it', async () => {
    const response = await post('openid,thing1\no1,茶\n');
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      message: 'the header of the CSV is wrong',
      problems: [{ line: 1, column: 'key', message: 'this column is missing' }],
    });
    expect(simulator.requests).toHaveLength(0);
  });

  it('sends nothing of a CSV that cannot be read to its end', async () => {
    const response = await post(`${csvOf(2)}${openid(3)},order-3,"茶\n`);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ problems: [{ line: 4 }] });
    expect(simulator.requests).toHaveLength(0);
  });

  it.each([
    ['template', 'name=a'],
    ['name', 'template=T1&name=a/b'],
  ])('names a missing or wrong %s', async (field, query) => {
    const response = await post(csvOf(1), query);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ problems: [{ field }] });
  });

  it('asks for a CSV where there is none', async () => {
    const response = await fetch(`${url}/pushes`, { method: 'POST' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ problems: [{ field: 'csv' }, { field: 'template' }] });
  });
});

describe('a push', () => {
  it('takes up again what failed, once the others are through', async () => {
    simulator.faults.add({ kind: 'errcode', errcode: -1, openid: openid(3), times: 1 });
    await app.close();
    await startApp({ retry: { maxRetries: 0 } });
    expect(await push(csvOf(4))).toMatchObject({ sent: 3, notSent: [] });
    expect(simulator.deliveredTo(openid(3))).toHaveLength(1);
  });

  it('says which lines it could not send and why', async () => {
    simulator.faults.add({ kind: 'errcode', errcode: -1, openid: openid(3) });
    await app.close();
    await startApp({ retry: { maxRetries: 0 } });
    const report = await push(csvOf(4));
    expect(report.notSent).toMatchObject([{ line: 4, reason: expect.stringContaining('-1') }]);
  });

  it('stops where the credentials are wrong, and does not print them', async () => {
    await app.close();
    await startApp({ appSecret: 'WRONG-SECRET-0001' });
    const report = await push(csvOf(200));
    expect(report).toMatchObject({ state: 'stopped', sent: 0, reason: expect.stringMatching(/4\d{4}/) });
    expect(JSON.stringify(report)).not.toContain('WRONG-SECRET-0001');
    expect(report.notSent.length + report.waiting).toBe(200);
  });

  it('stops where there is no such template', async () => {
    simulator.faults.add({ kind: 'errcode', errcode: 40037, path: '/cgi-bin/message/template/send' });
    const report = await push(csvOf(200));
    expect(report).toMatchObject({ state: 'stopped', reason: expect.stringContaining('40037') });
    expect(report.waiting).toBeGreaterThan(0);
  });

  it('gives each person the messages in the order of the lines', async () => {
    const lines = [1, 2, 3].map((order) => orderLine(1, order + 100));
    await push(csvOf(10, lines));
    const keys = simulator.deliveredTo(openid(1)).map(({ payload }) => JSON.stringify(payload.data));
    expect(keys.map((key) => /订单 (\d+)/.exec(key)?.[1])).toEqual(['1', '101', '102', '103']);
  });

  it('finishes what is under way when the app closes, and loses nothing', async () => {
    simulator.faults.add({ kind: 'slow', delayMs: 100 });
    await started(await post(csvOf(500)));
    await vi.waitFor(() => expect(simulator.deliveries.length).toBeGreaterThan(20), { timeout: 20_000 });
    await app.close();
    const delivered = simulator.deliveries.length;
    expect(delivered).toBeLessThan(499);
    await startApp();
    expect(simulator.deliveries).toHaveLength(delivered);
  });

  it('tells of each line what became of it', async () => {
    const { id } = await push(csvOf(2, [orderLine(1, 1)]));
    expect(await get(`/pushes/${id}/lines`)).toMatchObject([
      { line: 2, type: 'sent', msgid: '2000000000000000001' },
      { line: 3, type: 'refused', errcode: 43004 },
      { line: 4, type: 'repeated', of: 2 },
    ]);
  });

  it('counts requests, token fetches and limit answers', async () => {
    simulator.faults.add({ kind: 'status', status: 429, headers: { 'retry-after': '1' }, times: 1 });
    const { traffic } = await push(csvOf(3));
    expect(traffic).toMatchObject({ tokenFetches: 1, limitAnswers: { 'HTTP 429': 1 } });
  });

  it('is not known before it was posted', async () => {
    const response = await fetch(`${url}/pushes/other`);
    expect(response.status).toBe(404);
  });
});
