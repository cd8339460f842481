import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_APP_SECRET, type Simulator, startSimulator } from '../src/index.js';
import { APP_ID, Caller } from './support/caller.js';

/** Requests as the official pages show them, and the members that the answers there have. */
const OPENID = 'oOPENID0000000000000000000001';
const FOLLOWER = ['subscribe', 'openid', 'language', 'subscribe_time', 'remark', 'groupid', 'tagid_list'];

const TEMPLATE_MESSAGE = {
  touser: OPENID,
  template_id: 'TEMPLATE-ID-1',
  url: 'https://example.com/orders/42',
  miniprogram: { appid: 'wx0000000000000002', pagepath: 'pages/order/index?id=42' },
  client_msg_id: 'order-42-paid',
  data: {
    thing1: { value: '示例商品' },
    amount2: { value: '12.50元' },
    time3: { value: '2026-01-02 10:00:00' },
  },
};

let simulator: Simulator;
let caller: Caller;

beforeAll(async () => {
  simulator = await startSimulator();
  caller = new Caller(simulator);
});

afterAll(() => simulator.close());

describe('the answers have the members of the official samples', () => {
  it.each<[name: string, members: string[], call: () => Promise<object>]>([
    ['token', ['access_token', 'expires_in'], () => caller.fetchClassic()],
    ['stable_token', ['access_token', 'expires_in'], () => caller.fetchStable({ force_refresh: false })],
    [
      'template/send',
      ['errcode', 'errmsg', 'msgid'],
      () => caller.tell('/cgi-bin/message/template/send', TEMPLATE_MESSAGE),
    ],
    [
      'ticket/getticket',
      ['errcode', 'errmsg', 'ticket', 'expires_in'],
      () => caller.ask('/cgi-bin/ticket/getticket', { type: 'jsapi' }),
    ],
    ['user/info', FOLLOWER, () => caller.ask('/cgi-bin/user/info', { openid: OPENID, lang: 'zh_CN' })],
    ['clear_quota', ['errcode', 'errmsg'], () => caller.tell('/cgi-bin/clear_quota', { appid: APP_ID })],
    [
      'clear_quota/v2',
      ['errcode', 'errmsg'],
      () => caller.post('/cgi-bin/clear_quota/v2', { appid: APP_ID, appsecret: DEFAULT_APP_SECRET }),
    ],
    [
      'openapi/quota/get',
      ['errcode', 'errmsg', 'quota'],
      () => caller.tell('/cgi-bin/openapi/quota/get', { cgi_path: '/cgi-bin/message/custom/send' }),
    ],
    [
      'openapi/quota/clear',
      ['errcode', 'errmsg'],
      () => caller.tell('/cgi-bin/openapi/quota/clear', { cgi_path: '/cgi-bin/message/custom/send' }),
    ],
    ['tags/create', ['tag'], () => caller.tell('/cgi-bin/tags/create', { tag: { name: '广东' } })],
    ['user/get', ['total', 'count', 'next_openid'], () => caller.ask('/cgi-bin/user/get')],
  ])('%s', async (_name, members, call) => {
    expect(Object.keys(await call())).toEqual(expect.arrayContaining(members));
  });

  it('an error text ends in a rid', async () => {
    const { errmsg } = await caller.fetchStable({ secret: 'SECRET-1' });
    expect(errmsg).toMatch(/^invalid appsecret rid: [0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}$/);
  });
});
