import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { APP_ID, Caller, OPENID, SEND } from '../../test/support/caller.js';
import type { TrafficBucket } from '../log/traffic-log.js';
import type { Simulator } from '../simulator.js';
import { startSimulator } from '../start-simulator.js';

let simulator: Simulator;
let caller: Caller;

beforeEach(async () => {
  simulator = await startSimulator();
  caller = new Caller(simulator);
});

afterEach(() => simulator.close());

async function control(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await fetch(`${simulator.url}/_simulator${path}`, init);
  return { status: response.status, ...((await response.json()) as object) };
}

describe('the control API', () => {
  it('tells what was delivered and asked, by openid, account and path', async () => {
    await caller.send({ client_msg_id: 'c1' });
    expect(await control('GET', `/deliveries?openid=${OPENID}`)).toMatchObject({
      status: 200,
      deliveries: [{ openid: OPENID, msgid: '2000000000000000001', clientMsgId: 'c1' }],
    });
    expect(await control('GET', '/deliveries?openid=other')).toMatchObject({ deliveries: [] });
    expect(await control('GET', `/requests?path=${SEND}`)).toMatchObject({
      requests: [{ path: SEND, errcode: 0 }],
    });
    expect(await control('GET', `/hits?path=${SEND}`)).toMatchObject({ hits: 1 });
    expect(await control('GET', '')).toMatchObject({ url: simulator.url, appIds: [APP_ID], deliveries: 1 });
  });

  it('tells over time what came, what it was answered and what it delivered', async () => {
    await caller.send();
    await caller.send({ touser: 'nobody' });
    simulator.clock.advance(5_000);
    await caller.send();
    const { timeLine } = await control('GET', `/timeline?bucketMs=5000&path=${SEND}`);
    const buckets = timeLine as TrafficBucket[];
    const sumOf = (count: (bucket: TrafficBucket) => number) => buckets.reduce((sum, b) => sum + count(b), 0);
    expect(buckets.length).toBeGreaterThan(1);
    expect(buckets.filter(({ startsAt }) => startsAt % 5_000 !== 0)).toEqual([]);
    expect(sumOf(({ requests }) => requests)).toBe(3);
    expect(sumOf(({ delivered }) => delivered)).toBe(2);
    expect(sumOf(({ answers }) => answers['40003'] ?? 0)).toBe(1);
  });

  it('adds, lists and removes faults', async () => {
    const { id } = await control('POST', '/faults', { kind: 'errcode', errcode: -1, path: SEND });
    expect(await caller.send()).toMatchObject({ errcode: -1 });
    expect(await control('GET', '/faults')).toMatchObject({
      faults: [{ id, hits: 1, fault: { kind: 'errcode' } }],
    });
    await control('DELETE', `/faults?id=${id}`);
    expect(await caller.send()).toMatchObject({ errcode: 0 });
    await control('POST', '/faults', { kind: 'errcode', errcode: -1 });
    await control('DELETE', '/faults');
    expect(await caller.send()).toMatchObject({ errcode: 0 });
  });

  it('revokes and expires tokens', async () => {
    const first = await caller.stableToken();
    await control('POST', '/tokens/revoke', { appId: APP_ID, errcode: 40014, replaced: false });
    expect(await caller.errcodeWith(first)).toBe(40014);
    const second = await caller.stableToken({ force_refresh: true });
    expect(await control('GET', `/tokens?appId=${APP_ID}`)).toMatchObject({ current: second, issued: 2 });
    await control('POST', '/tokens/expire', { appId: APP_ID });
    expect(await caller.errcodeWith(second)).toBe(42001);
  });

  it('plays the users', async () => {
    const user = { appId: APP_ID, openid: OPENID };
    const text = { touser: OPENID, msgtype: 'text', text: { content: 'x' } };
    await control('POST', '/users/interact', user);
    expect(await caller.tell('/cgi-bin/message/custom/send', text)).toMatchObject({ errcode: 0 });
    await control('POST', '/users/grant', { ...user, templateId: 'T' });
    expect(
      await caller.tell('/cgi-bin/message/subscribe/bizsend', { touser: OPENID, template_id: 'T', data: {} }),
    ).toMatchObject({ errcode: 0 });
    const { code } = await control('POST', '/users/authorize', { ...user, scope: 'snsapi_userinfo' });
    expect(code).toEqual(expect.any(String));
    expect(await control('POST', '/users/follow', user)).toMatchObject({ status: 200 });
    expect(await control('POST', '/users/unfollow', user)).toMatchObject({ status: 200 });
  });

  it('configures callbacks, pushes, tells what was answered, and plays the users of the other platforms', async () => {
    const account = { appId: APP_ID };
    const settings = { url: 'http://127.0.0.1:9/wx', token: 'T', timeoutMs: 1_000, tries: 1 };
    await control('POST', '/callbacks/configure', { ...account, ...settings });
    const content = { FromUserName: OPENID, MsgType: 'text', Content: 'x' };
    const failed = { attempt: 1, received: false, content: { MsgId: '7000000000000000001' } };
    expect(await control('POST', '/callbacks/push', { ...account, content })).toMatchObject({
      exchanges: [failed],
    });
    expect(await control('GET', `/callbacks/exchanges?appId=${APP_ID}`)).toMatchObject({
      exchanges: [failed],
    });
    expect(await control('POST', '/callbacks/verify', account)).toMatchObject({ ok: false });
    expect(await control('POST', '/users/say', { ...account, openid: OPENID, content: 'x' })).toMatchObject({
      status: 200,
    });
    expect(await control('POST', '/users/login', account)).toMatchObject({ code: expect.any(String) });
    expect(await control('POST', '/users/phone', account)).toMatchObject({ code: expect.any(String) });
    const customer = { corpId: 'ww0000000000000001', openKfId: 'wk1', externalUserid: 'wm1', text: 'x' };
    expect(await control('POST', '/users/ask-service', customer)).toMatchObject({ status: 200 });
  });

  it('switches the IP allow-list, moves the clock and resets', async () => {
    await control('POST', '/accounts/ip', { appId: APP_ID, ipNotAllowed: true });
    expect(await caller.fetchStable()).toMatchObject({ errcode: 40164 });
    const before = simulator.clock.now();
    expect(
      Number((await control('POST', '/clock/advance', { ms: 60_000 })).now) - before,
    ).toBeGreaterThanOrEqual(60_000);
    await control('POST', '/reset');
    expect(await caller.fetchStable()).toMatchObject({ expires_in: 7200 });
    expect(simulator.requests).toHaveLength(1);
  });

  it.each([
    ['POST', '/faults', { kind: 'explode' }, 'fault.kind'],
    ['POST', '/tokens/revoke', {}, 'appId'],
    ['POST', '/tokens/revoke', { appId: 'wxNOBODY' }, 'appId'],
    ['POST', '/tokens/revoke', { appId: APP_ID, errcode: 7 }, 'revoke.errcode'],
    ['POST', '/users/interact', { appId: APP_ID, openid: OPENID, act: 'sleep' }, 'act'],
    ['POST', '/users/grant', { appId: APP_ID, openid: OPENID, templateId: 'T', times: 0 }, 'times'],
    ['POST', '/users/authorize', { appId: APP_ID, openid: OPENID, scope: 'all' }, 'scope'],
    ['POST', '/accounts/ip', { appId: APP_ID }, 'ipNotAllowed'],
    ['POST', '/clock/advance', { ms: -1 }, 'ms'],
    ['POST', '/callbacks/configure', { appId: APP_ID, url: 'wx', token: 'T' }, 'callback.url'],
    ['POST', '/callbacks/configure', { corpId: 'wwNOBODY', url: 'http://h', token: 'T' }, 'corpId'],
    ['POST', '/callbacks/push', { appId: APP_ID, content: {} }, 'account'],
    ['POST', '/accounts/ip', { appId: 'ww0000000000000001', agentId: 9, ipNotAllowed: true }, 'agentId'],
    ['GET', '/hits', undefined, 'path'],
    ['GET', '/timeline?bucketMs=often', undefined, 'bucketMs'],
  ])('%s %s with %j is answered 400 and names %s', async (method, path, body, named) => {
    expect(await control(method, path, body)).toMatchObject({
      status: 400,
      path: named,
      error: expect.any(String),
    });
  });

  it('answers 404 with what it knows', async () => {
    expect(await control('GET', '/nothing')).toMatchObject({
      status: 404,
      known: expect.arrayContaining(['GET /deliveries', 'POST /reset']),
    });
  });

  it('is not part of the platform: not logged, not counted, not struck by faults', async () => {
    simulator.faults.add({ kind: 'cut-before' });
    expect(await control('GET', '')).toMatchObject({ status: 200 });
    expect(simulator.requests).toEqual([]);
    expect(simulator.hits('/_simulator')).toBe(0);
  });
});
