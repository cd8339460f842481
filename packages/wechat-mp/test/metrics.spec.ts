import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { scaledClock } from '@wetempo/core';
import { wetempoMetrics } from '@wetempo/core/metrics';
import type { Simulator } from '@wetempo/simulator';
import parse, { type MetricFamily } from 'parse-prometheus-text-format';
import { Registry } from 'prom-client';
import { expect, it, onTestFinished } from 'vitest';
import { appId, message, openid, platformAndClient } from './fixtures.js';

const endpointOf: Readonly<Record<string, string>> = {
  '/cgi-bin/message/template/send': 'template.send',
  '/cgi-bin/user/info': 'user.info',
  '/cgi-bin/stable_token': 'token.stable',
};
const sendPath = '/cgi-bin/message/template/send';
const infoPath = '/cgi-bin/user/info';
const tokenPath = '/cgi-bin/stable_token';

/** Serves the registry as an application would, and answers a function that scrapes it as Prometheus would. */
async function served(register: Registry): Promise<() => Promise<Scrape>> {
  const server = createServer(async (_, response) => {
    response.setHeader('content-type', register.contentType).end(await register.metrics());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return async () => new Scrape(parse(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()));
}

class Scrape {
  readonly #families: readonly MetricFamily[];

  constructor(families: readonly MetricFamily[]) {
    this.#families = families;
  }

  /** Adds up the samples of a counter or gauge whose labels are these; the parser keeps no labels of histograms. */
  total(name: string, labels: Readonly<Record<string, string>> = {}): number {
    const family = this.#families.find((candidate) => candidate.name === name);
    const fits = (of: Readonly<Record<string, string>> = {}) =>
      Object.entries(labels).every(([label, value]) => of[label] === value);
    const samples = (family?.metrics ?? []).filter((sample) => fits(sample.labels));
    return samples.reduce((sum, { value = 0 }) => sum + Number(value), 0);
  }
}

/** Faults one after the other, never so many in a row that the endpoint would be left alone. */
function makeTrouble({ faults }: Simulator): void {
  const gateway = {
    kind: 'status',
    status: 429,
    headers: { 'retry-after': '1' },
    path: sendPath,
    times: 1,
  } as const;
  for (const after of [20, 60]) faults.add({ ...gateway, after });
  for (const after of [10, 90, 150]) faults.add({ kind: 'cut-after', path: sendPath, times: 1, after });
  faults.add({ kind: 'errcode', errcode: 45011, path: infoPath, times: 1, after: 5 });
  faults.add({ kind: 'errcode', errcode: -1, path: infoPath, times: 1, after: 12 });
}

it('what is scraped of a run with trouble adds up to what the platform saw', async () => {
  // A clock minute, for which 45011 makes everybody wait, takes a second.
  const clock = scaledClock(60);
  // A second for which the machine sleeps counts a minute.
  const patient = { timeoutMs: 300_000, deadlineMs: 1_200_000, token: { fetchTimeoutMs: 300_000 } };
  const { simulator, mp } = await platformAndClient({ clock, ...patient });
  const register = new Registry();
  wetempoMetrics(mp.telemetry, { register, clock });
  const scrape = await served(register);
  makeTrouble(simulator);

  const send = (n: number) => mp.template.send(message(n), { requestId: `m${n}` });
  const range = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);
  const infos = range(0, 30).map((n) => mp.user.info({ openid: openid(n) }));
  await Promise.all([...range(0, 120).map(send), ...infos]);
  simulator.tokens.revoke(appId);
  await Promise.all(range(120, 80).map(send));
  const replayed = await Promise.all(range(0, 10).map(send));
  expect(replayed.every((receipt) => receipt.replayed)).toBe(true);

  const scraped = await scrape();
  const { requests } = simulator;
  for (const [path, endpoint] of Object.entries(endpointOf)) {
    expect(scraped.total('wechat_requests_total', { endpoint })).toBe(simulator.hits(path));
  }
  expect(scraped.total('wechat_requests_total')).toBe(requests.length);

  const refused = requests.filter(({ status, errcode }) => status === 429 || errcode === 45011);
  expect(refused).toHaveLength(3);
  expect(scraped.total('wechat_rate_limit_total')).toBe(3);
  expect(
    scraped.total('wechat_rate_limit_total', { endpoint: 'template.send', scope: 'gateway', code: '429' }),
  ).toBe(2);
  expect(scraped.total('wechat_rate_limit_total', { endpoint: 'user.info', code: '45011' })).toBe(1);
  expect(scraped.total('wechat_barrier_seconds_total')).toBeGreaterThan(0);

  expect(simulator.deliveries).toHaveLength(200);
  expect(scraped.total('wechat_sends_total', { state: 'sent', replayed: 'false' })).toBe(200);
  expect(scraped.total('wechat_sends_total', { state: 'sent', replayed: 'true' })).toBe(10);

  const calls = scraped.total('wechat_calls_total', { result: 'ok' });
  expect(calls).toBe(scraped.total('wechat_calls_total'));
  // Ten calls were answered from the store, without a request.
  expect(scraped.total('wechat_retry_total')).toBe(requests.length - (calls - 10));
  const lost = requests.filter(({ fault }) => fault === 'cut-after');
  expect(scraped.total('wechat_requests_total', { outcome: 'unknown', code: 'network' })).toBe(lost.length);
  const rejected = requests.filter(({ errcode }) => errcode === 40001).length;
  expect(rejected).toBeGreaterThan(0);
  expect(scraped.total('wechat_retry_total', { code: '40001' })).toBe(rejected);

  expect(scraped.total('wechat_token_refreshes_total')).toBe(simulator.hits(tokenPath));
  expect(scraped.total('wechat_token_lifetime_seconds', { account: appId })).toBe(7200);
});
