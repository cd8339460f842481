import { Counter, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../testing/manual-clock.js';
import type { EventOf } from '../events.js';
import { Telemetry } from '../telemetry.js';
import { metricCatalog } from './metric-catalog.js';
import { type MetricsOptions, wetempoMetrics } from './wetempo-metrics.js';

const account = 'wx0000000000000001';
const openid = 'oTEST000000000000000000000001';
const call = {
  callId: 'c-1',
  account,
  endpoint: 'template.send',
  requestId: 'order-1',
  group: undefined,
} as const;

const attempt: EventOf<'attempt.ended'> = {
  ...call,
  type: 'attempt.ended',
  attempt: 1,
  path: '/cgi-bin/message/template/send',
  durationMs: 30,
  status: 200,
  errcode: 0,
  kind: 'ok',
  outcome: 'done',
};

const hit: EventOf<'limit.hit'> = {
  ...call,
  type: 'limit.hit',
  scope: 'gateway',
  path: '/cgi-bin/message/template/send',
  errcode: undefined,
  status: 429,
  quotaRemaining: undefined,
  attributedTo: 'gateway',
  risingSince: undefined,
};

const retry = { ...attempt, type: 'retry.scheduled', waitMs: 20, status: 429, errcode: undefined } as const;

function barrier(key: string, closedForMs: number): EventOf<'barrier.closed'> {
  const scope = key.startsWith('recipient') ? 'recipient' : 'endpoint';
  return { type: 'barrier.closed', account, key, scope, closedForMs, perSecond: undefined };
}

/** A client's events, their metrics, and what a scrape reads: the value of each series by `name{labels}`. */
function scene(options: MetricsOptions = {}) {
  const clock = new ManualClock();
  const telemetry = new Telemetry();
  const register = options.register ?? new Registry();
  const metrics = wetempoMetrics(telemetry, { clock, register, ...options });
  return { clock, telemetry, register, metrics, scrape: () => scrape(register) };
}

async function scrape(register: Pick<Registry, 'metrics'>): Promise<Record<string, number>> {
  const lines = (await register.metrics()).split('\n').filter((line) => /^\w/.test(line));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

const one = `account="${account}"`;
const send = `${one},endpoint="template.send"`;

describe('wetempoMetrics', () => {
  it('counts limit answers, repetitions and their end by endpoint and code', async () => {
    const { telemetry, scrape } = scene();
    telemetry.emit(hit);
    telemetry.emit({ ...hit, errcode: 45011, status: 200, scope: 'endpoint', attributedTo: 'app' });
    telemetry.emit(retry);
    telemetry.emit({ ...retry, type: 'retry.exhausted', attempts: 6, errcode: -1, reason: 'retries' });
    expect(await scrape()).toMatchObject({
      [`wechat_rate_limit_total{${send},scope="gateway",code="429"}`]: 1,
      [`wechat_rate_limit_total{${send},scope="app",code="45011"}`]: 1,
      [`wechat_retry_total{${send},code="429"}`]: 1,
      [`wechat_retry_exhausted_total{${send},code="-1"}`]: 1,
    });
  });

  it('counts requests by outcome and code, and for their budget group', async () => {
    const { telemetry, scrape } = scene();
    telemetry.emit(attempt);
    telemetry.emit({
      ...attempt,
      group: 'batch',
      status: undefined,
      errcode: undefined,
      kind: 'network',
      outcome: 'unknown',
    });
    telemetry.emit({
      ...call,
      type: 'group.drew',
      group: 'batch',
      how: 'borrowed',
      key: 'app:1000ms',
      weight: 1,
    });
    expect(await scrape()).toMatchObject({
      [`wechat_requests_total{${send},code="0",outcome="done"}`]: 1,
      [`wechat_requests_total{${send},code="network",outcome="unknown"}`]: 1,
      [`wechat_request_duration_seconds_count{${send}}`]: 2,
      [`wechat_group_requests_total{${one},group="default"}`]: 1,
      [`wechat_group_requests_total{${one},group="batch"}`]: 1,
      [`wechat_group_admissions_total{${one},group="batch",how="borrowed"}`]: 1,
    });
  });

  it('shows how old the credential in use is at the moment of the scrape, whoever fetched it', async () => {
    const { telemetry, clock, scrape } = scene();
    telemetry.emit({ type: 'token.adopted', key: account, ageMs: 1_000, lifetimeMs: 7_200_000 });
    telemetry.emit({ type: 'token.adopted', key: `${account}.ticket.jsapi`, ageMs: 0, lifetimeMs: 60_000 });
    await clock.advance(9_000);
    expect(await scrape()).toMatchObject({
      [`wechat_token_age_seconds{${one},credential="access_token"}`]: 10,
      [`wechat_token_lifetime_seconds{${one},credential="access_token"}`]: 7_200,
      [`wechat_token_age_seconds{${one},credential="ticket.jsapi"}`]: 9,
    });
  });

  it('counts the time behind a barrier as it goes by, and shows what is left', async () => {
    const { telemetry, clock, scrape } = scene();
    const labels = `{${one},scope="endpoint",key="endpoint:template.send"}`;
    telemetry.emit(barrier('endpoint:template.send', 60_000));
    await clock.advance(20_000);
    expect(await scrape()).toMatchObject({
      [`wechat_barrier_seconds_total${labels}`]: 20,
      [`wechat_barrier_remaining_seconds${labels}`]: 40,
    });
    telemetry.emit(barrier('endpoint:template.send', 50_000));
    await clock.advance(90_000);
    const opened = await scrape();
    expect(opened).toMatchObject({ [`wechat_barrier_seconds_total${labels}`]: 70 });
    expect(opened).not.toHaveProperty([`wechat_barrier_remaining_seconds${labels}`]);
  });

  it('ends the time of a barrier that somebody opens', async () => {
    const { telemetry, clock, scrape } = scene();
    telemetry.emit(barrier('endpoint:template.send', 60_000));
    await clock.advance(5_000);
    telemetry.emit({ type: 'barrier.opened', account, key: 'endpoint:template.send' });
    await clock.advance(60_000);
    const labels = `{${one},scope="endpoint",key="endpoint:template.send"}`;
    expect(await scrape()).toMatchObject({ [`wechat_barrier_seconds_total${labels}`]: 5 });
  });

  it('adds the barriers of all persons up under one label and names nobody', async () => {
    const { telemetry, clock, scrape, register } = scene();
    telemetry.emit(barrier(`recipient:${openid}`, 10_000));
    telemetry.emit(barrier('recipient:oOTHER', 30_000));
    await clock.advance(5_000);
    const labels = `{${one},scope="recipient",key="recipient"}`;
    expect(await scrape()).toMatchObject({
      [`wechat_barrier_seconds_total${labels}`]: 10,
      [`wechat_barrier_remaining_seconds${labels}`]: 25,
    });
    expect(await register.metrics()).not.toContain(openid);
  });

  it('shows a quota until it begins anew', async () => {
    const { telemetry, clock, scrape } = scene();
    const quota = { type: 'quota.seen', account, name: 'template.send', limit: 100, remaining: 20 } as const;
    telemetry.emit({ ...quota, from: 'headers', resetsInMs: 60_000 });
    // Nobody says when this one ends: at the end of the day in Beijing, 16 hours after the clock's start.
    telemetry.emit({ ...quota, name: 'user.list', from: 'quota-get', resetsInMs: undefined });
    await clock.advance(61_000);
    const later = await scrape();
    expect(later).toMatchObject({ [`wechat_quota_remaining{${one},name="user.list"}`]: 20 });
    expect(later).not.toHaveProperty([`wechat_quota_remaining{${one},name="template.send"}`]);
    await clock.advance(16 * 3_600_000);
    expect(Object.keys(await scrape()).filter((name) => name.startsWith('wechat_quota'))).toEqual([]);
  });

  it('shows alert, circuits and concurrency as they stand', async () => {
    const { telemetry, scrape } = scene();
    const { endpoint } = call;
    const alert = { type: 'alert.changed', account, limitedShare: 0.1, calls: 50 } as const;
    telemetry.emit({ ...alert, level: 'yellow', before: 'green' });
    telemetry.emit({ ...alert, level: 'red', before: 'yellow' });
    telemetry.emit({ type: 'circuit.changed', account, endpoint, state: 'open' });
    telemetry.emit({
      type: 'concurrency.changed',
      account,
      endpoint,
      concurrency: 8,
      reason: 'limit-answer',
    });
    expect(await scrape()).toMatchObject({
      [`wechat_alert_level{${one}}`]: 3,
      [`wechat_circuit_state{${send}}`]: 2,
      [`wechat_concurrency_limit{${send}}`]: 8,
    });
  });

  it('makes no series for callers who name their groups, and endpoints, after persons', async () => {
    const { telemetry, scrape } = scene();
    for (let n = 0; n < 1_000; n += 1) {
      telemetry.emit({ ...attempt, endpoint: `raw.path_${n}`, group: `user-${n}`, errcode: n });
    }
    const names = Object.keys(await scrape());
    expect(names.filter((name) => name.startsWith('wechat_group_requests_total'))).toHaveLength(51);
    expect(names.filter((name) => name.startsWith('wechat_request_duration_seconds_count'))).toHaveLength(
      301,
    );
  });

  it('labels nothing with what names one call, one message or one person', () => {
    const personal = /openid|recipient|request|call_?id|tenant|secret|token/i;
    const labels = Object.values(metricCatalog).flatMap(({ labels }) => labels as readonly string[]);
    expect(labels.filter((label) => personal.test(label))).toEqual([]);
  });
});

describe('a registry', () => {
  it('is shared by several clients, whose counts come together and whose gauges stand beside each other', async () => {
    const register = new Registry();
    const [first, second] = [scene({ register }), scene({ register })];
    for (const { telemetry } of [first, second]) telemetry.emit(attempt);
    first.telemetry.emit({ type: 'token.adopted', key: account, ageMs: 0, lifetimeMs: 7_200_000 });
    second.telemetry.emit({ type: 'token.adopted', key: 'wx2', ageMs: 0, lifetimeMs: 7_200_000 });
    const read = await scrape(register);
    expect(read).toMatchObject({ [`wechat_requests_total{${send},code="0",outcome="done"}`]: 2 });
    expect(read).toHaveProperty([`wechat_token_age_seconds{${one},credential="access_token"}`]);
    expect(read).toHaveProperty(['wechat_token_age_seconds{account="wx2",credential="access_token"}']);
  });

  it('hears nothing more of a client whose metrics were closed, and still has its counts', async () => {
    const { telemetry, metrics, scrape } = scene();
    telemetry.emit(attempt);
    telemetry.emit({ type: 'token.adopted', key: account, ageMs: 0, lifetimeMs: 7_200_000 });
    metrics.close();
    telemetry.emit(attempt);
    const read = await scrape();
    expect(read).toMatchObject({ [`wechat_requests_total{${send},code="0",outcome="done"}`]: 1 });
    expect(Object.keys(read).filter((name) => name.startsWith('wechat_token_age'))).toEqual([]);
  });

  it.each<[string, readonly string[]]>([
    ['a foreign metric', []],
    ['a foreign metric with our labels', ['account', 'endpoint', 'code']],
  ])('with %s of one of the names is refused, and keeps what it had', async (_, labelNames) => {
    const register = new Registry();
    new Counter({ name: 'wechat_retry_total', help: 'of somebody else', labelNames, registers: [register] });
    expect(() => wetempoMetrics(new Telemetry(), { register })).toThrowError(
      expect.objectContaining({ code: 'CONFIG', message: expect.stringContaining('wechat_retry_total') }),
    );
    expect(register.getMetricsAsArray()).toHaveLength(1);
    wetempoMetrics(new Telemetry(), { register, prefix: 'shop_' });
    expect(register.getSingleMetric('shop_wechat_retry_total')).toBeDefined();
  });

  it.each([
    [{ prefix: '9lives ' }, /prefix/],
    [{ register: 'default' }, /register/],
    [{ registry: new Registry() }, /registry/],
  ])('is not touched where an option is wrong (%#)', (options, message) => {
    expect(() => wetempoMetrics(new Telemetry(), options as MetricsOptions)).toThrowError(message);
  });
});
