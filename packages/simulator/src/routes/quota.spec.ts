import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { APP_ID, Caller, SEND } from '../../test/support/caller.js';
import { DEFAULT_APP_SECRET } from '../options/options.js';
import type { Simulator } from '../simulator.js';
import { startSimulator } from '../start-simulator.js';

const DAY_MS = 86_400_000;

let simulator: Simulator;
let caller: Caller;

beforeEach(async () => {
  simulator = await startSimulator({
    accounts: [
      { appId: APP_ID, appSecret: DEFAULT_APP_SECRET },
      { appId: 'wxB', appSecret: 'b' },
    ],
    clock: { speed: 0, startMs: Date.UTC(2026, 0, 10) },
    limits: { perEndpointPerDay: { [SEND]: 2 }, perEndpointPerMinute: { '/cgi-bin/tags/get': 100 } },
  });
  caller = new Caller(simulator);
});

afterEach(() => simulator.close());

describe('openapi/quota/get', () => {
  it('tells what is used and what is left of an endpoint', async () => {
    await caller.send();
    expect(await caller.tell('/cgi-bin/openapi/quota/get', { cgi_path: SEND })).toEqual({
      errcode: 0,
      errmsg: 'ok',
      quota: { daily_limit: 2, used: 1, remain: 1 },
    });
  });

  it('tells the minute limit where there is one', async () => {
    const answer = await caller.tell('/cgi-bin/openapi/quota/get', { cgi_path: '/cgi-bin/tags/get' });
    expect(answer.rate_limit).toEqual({ call_count: 100, refresh_second: 60 });
  });

  it('counts calls that are refused once the token was good', async () => {
    await caller.send({ touser: 'nobody' });
    await caller.send({ touser: 'nobody' });
    expect(await caller.send()).toMatchObject({ errcode: 45009 });
  });

  it.each([
    ['/cgi-bin/nowhere', 76021],
    ['message/template/send', 76021],
    ['/sns/userinfo', 76022],
  ])('refuses %s with %i', async (cgi_path, errcode) => {
    expect(await caller.tell('/cgi-bin/openapi/quota/get', { cgi_path })).toMatchObject({ errcode });
  });
});

describe('resetting quotas', () => {
  it('openapi/quota/clear resets one endpoint, 50 times a month', async () => {
    for (let turn = 0; turn < 50; turn += 1) {
      expect(await caller.tell('/cgi-bin/openapi/quota/clear', { cgi_path: SEND })).toMatchObject({
        errcode: 0,
      });
    }
    expect(await caller.tell('/cgi-bin/openapi/quota/clear', { cgi_path: SEND })).toMatchObject({
      errcode: 48006,
    });
  });

  it('clear_quota resets the day, 10 times a month', async () => {
    await caller.send();
    await caller.send();
    expect(await caller.send()).toMatchObject({ errcode: 45009 });
    for (let turn = 0; turn < 10; turn += 1) {
      expect(await caller.tell('/cgi-bin/clear_quota', { appid: APP_ID })).toMatchObject({ errcode: 0 });
    }
    expect(await caller.send()).toMatchObject({ errcode: 0 });
    expect(await caller.tell('/cgi-bin/clear_quota', { appid: APP_ID })).toMatchObject({ errcode: 48006 });
    simulator.clock.advance(22 * DAY_MS);
    expect(await caller.tell('/cgi-bin/clear_quota', { appid: APP_ID })).toMatchObject({ errcode: 0 });
  });

  it('clear_quota wants the appid that the token belongs to', async () => {
    expect(await caller.tell('/cgi-bin/clear_quota', { appid: 'wxB' })).toMatchObject({ errcode: 40013 });
  });

  it('clear_quota/v2 takes the secret instead of a token, in the body or in the query', async () => {
    const secret = { appid: APP_ID, appsecret: DEFAULT_APP_SECRET };
    expect(await caller.post('/cgi-bin/clear_quota/v2', secret)).toMatchObject({ errcode: 0 });
    const response = await caller.raw('/cgi-bin/clear_quota/v2', secret, { method: 'POST' });
    expect(await response.json()).toMatchObject({ errcode: 0 });
    expect(await caller.post('/cgi-bin/clear_quota/v2', { ...secret, appsecret: 'x' })).toMatchObject({
      errcode: 40125,
    });
  });
});

describe('openapi/rid/get', () => {
  async function failedRid(): Promise<string> {
    const { errmsg } = await caller.send({ touser: 'nobody' });
    return errmsg?.split('rid: ')[1] ?? '';
  }

  it('tells of a call that failed', async () => {
    const answer = await caller.tell('/cgi-bin/openapi/rid/get', { rid: await failedRid() });
    expect(answer).toMatchObject({
      errcode: 0,
      request: {
        invoke_time: Date.UTC(2026, 0, 10) / 1_000,
        request_body: expect.stringContaining('"touser":"nobody"'),
        response_body: expect.stringContaining('40003'),
      },
    });
    expect(JSON.stringify(answer)).not.toContain(simulator.tokens.current(APP_ID));
  });

  it('refuses rids that are malformed, unknown, of another account or older than seven days', async () => {
    const errcodeOf = async (rid: string, by = caller) =>
      (await by.tell('/cgi-bin/openapi/rid/get', { rid })).errcode;
    const rid = await failedRid();
    expect(await errcodeOf('x')).toBe(76002);
    expect(await errcodeOf('00000000-00000000-00000000')).toBe(76001);
    expect(await errcodeOf(rid, new Caller(simulator, 'wxB', 'b'))).toBe(76003);
    simulator.clock.advance(7 * DAY_MS + 1);
    expect(await errcodeOf(rid)).toBe(76004);
  });
});

describe('a path that does not exist', () => {
  it('gets 40066', async () => {
    expect(await caller.get('/cgi-bin/nowhere')).toMatchObject({ errcode: 40066 });
  });
});
