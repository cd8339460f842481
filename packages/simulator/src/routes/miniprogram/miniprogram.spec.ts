import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { APP_ID, Caller, OPENID } from '../../../test/support/caller.js';
import { DEFAULT_APP_SECRET } from '../../options/options.js';
import type { Simulator } from '../../simulator.js';
import { startSimulator } from '../../start-simulator.js';

const START_MS = Date.UTC(2026, 0, 2);
let simulator: Simulator;
let caller: Caller;

beforeEach(async () => {
  simulator = await startSimulator({
    accounts: [{ appId: APP_ID, appSecret: DEFAULT_APP_SECRET, pages: ['pages/index'] }],
    clock: { speed: 0, startMs: START_MS },
  });
  caller = new Caller(simulator);
});

afterEach(() => simulator.close());

const login = (js_code: string) =>
  caller.get('/sns/jscode2session', {
    appid: APP_ID,
    secret: DEFAULT_APP_SECRET,
    grant_type: 'authorization_code',
    js_code,
  });

describe('login', () => {
  it('opens a session once for each code', async () => {
    const code = simulator.users.login(APP_ID, OPENID);
    const session = await login(code);
    expect(session).toMatchObject({ openid: OPENID, unionid: expect.any(String) });
    expect(Buffer.from(String(session.session_key), 'base64')).toHaveLength(16);
    expect(await login(code)).toMatchObject({ errcode: 40163 });
    expect(await login('made-up')).toMatchObject({ errcode: 40029 });
    const late = simulator.users.login(APP_ID);
    simulator.clock.advance(300_000);
    expect(await login(late)).toMatchObject({ errcode: 40029 });
  });

  it('takes 100 a minute of one user', async () => {
    for (let n = 0; n < 100; n += 1) await login(simulator.users.login(APP_ID, OPENID));
    expect(await login(simulator.users.login(APP_ID, OPENID))).toMatchObject({ errcode: 45011 });
    expect(await login(simulator.users.login(APP_ID))).toMatchObject({ session_key: expect.any(String) });
    simulator.clock.advance(60_000);
    expect(await login(simulator.users.login(APP_ID, OPENID))).toMatchObject({ openid: OPENID });
  });

  it('a session is checked and made anew by its signature', async () => {
    const { session_key } = await login(simulator.users.login(APP_ID, OPENID));
    const signature = createHmac('sha256', String(session_key)).update('').digest('hex');
    const query = { openid: OPENID, signature, sig_method: 'hmac_sha256' };
    expect(await caller.ask('/wxa/checksession', query)).toMatchObject({ errcode: 0 });
    expect(await caller.ask('/wxa/resetusersessionkey', query)).toMatchObject({ openid: OPENID });
    expect(await caller.ask('/wxa/checksession', query)).toMatchObject({ errcode: 87009 });
    expect(await caller.ask('/wxa/getpaidunionid', { openid: OPENID })).toMatchObject({ errcode: 0 });
  });

  it('a phone number is told once for each code', async () => {
    const code = simulator.users.sharePhone(APP_ID, OPENID, '13900000000');
    expect(await caller.tell('/wxa/business/getuserphonenumber', { code })).toMatchObject({
      phone_info: { phoneNumber: '13900000000', watermark: { appid: APP_ID } },
    });
    expect(await caller.tell('/wxa/business/getuserphonenumber', { code })).toMatchObject({ errcode: 40029 });
  });
});

describe('subscription messages', () => {
  const message = { touser: OPENID, template_id: 'T', data: { thing1: { value: '到货' } } };
  const send = (changes: object = {}) =>
    caller.tell('/cgi-bin/message/subscribe/send', { ...message, ...changes });

  it('use one grant each', async () => {
    simulator.users.grant(APP_ID, OPENID, 'T');
    expect(await send()).toMatchObject({ errcode: 0, msgid: expect.any(Number) });
    expect(await send()).toMatchObject({ errcode: 43101 });
    expect(simulator.deliveredTo(OPENID)).toHaveLength(1);
  });

  it.each([
    [{ page: 'pages/nowhere?id=1' }, 41030],
    [{ page: '/pages/index' }, 41030],
    [{ touser: 'nobody' }, 40003],
    [{ data: { thing1: { value: '' } } }, 47003],
  ])('with %j is %i and uses no grant', async (changes, errcode) => {
    simulator.users.grant(APP_ID, OPENID, 'T');
    expect(await send(changes)).toMatchObject({ errcode });
    expect(await send({ page: 'pages/index?id=1' })).toMatchObject({ errcode: 0 });
  });

  it('customer-service messages: two in the minute after the session was opened', async () => {
    simulator.users.interact(APP_ID, OPENID, 'session');
    const text = { touser: OPENID, msgtype: 'text', text: { content: 'x' } };
    const answers = [];
    for (let n = 0; n < 3; n += 1)
      answers.push((await caller.tell('/cgi-bin/message/custom/send', text)).errcode);
    expect(answers).toEqual([0, 0, 45047]);
  });
});

describe('codes', () => {
  const code = async (path: string, body: object) => {
    const query = { access_token: await caller.stableToken() };
    return caller.raw(path, query, { method: 'POST', body: JSON.stringify(body) });
  };

  it.each([
    ['/wxa/getwxacodeunlimit', { scene: 'a=1' }],
    ['/wxa/getwxacode', { path: 'pages/index' }],
    ['/cgi-bin/wxaapp/createwxaqrcode', { path: 'pages/index' }],
  ])('%s answers an image', async (path, body) => {
    const response = await code(path, body);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await response.arrayBuffer()).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  });

  it.each([
    [{ scene: 'x'.repeat(33) }, 40169],
    [{ scene: 'a=1', page: 'pages/nowhere' }, 41030],
  ])('with %j is JSON with %i', async (body, errcode) => {
    const response = await code('/wxa/getwxacodeunlimit', body);
    expect(await response.json()).toMatchObject({ errcode });
  });

  it('a page that is not released passes where it is not to be checked; PNG on demand', async () => {
    const body = { scene: 'a', page: 'pages/nowhere', check_path: false, is_hyaline: true };
    expect((await code('/wxa/getwxacodeunlimit', body)).headers.get('content-type')).toBe('image/png');
  });

  it('that last for ever end at 100 000', async () => {
    simulator.account(APP_ID).lastingCodes = 99_999;
    await code('/wxa/getwxacode', { path: 'a' });
    const response = await code('/cgi-bin/wxaapp/createwxaqrcode', { path: 'a' });
    expect(await response.json()).toMatchObject({ errcode: 45029 });
  });
});

describe('links', () => {
  it('are made and told', async () => {
    const target = { path: '/pages/index', query: 'a=1' };
    const { url_link } = await caller.tell('/wxa/generate_urllink', {
      ...target,
      expire_type: 1,
      expire_interval: 2,
    });
    expect(await caller.tell('/wxa/query_urllink', { url_link })).toMatchObject({
      url_link_info: { appid: APP_ID, ...target, expire_time: START_MS / 1_000 + 2 * 86_400 },
    });
    const { openlink } = await caller.tell('/wxa/generatescheme', { jump_wxa: target });
    expect(await caller.tell('/wxa/queryscheme', { scheme: openlink })).toMatchObject({
      scheme_info: target,
    });
    expect(await caller.tell('/wxa/queryscheme', { scheme: 'weixin://made-up' })).toMatchObject({
      errcode: 40097,
    });
    const tooLong = { ...target, expire_type: 1, expire_interval: 31 };
    expect(await caller.tell('/wxa/generate_urllink', tooLong)).toMatchObject({ errcode: 40097 });
  });
});

describe('checks of content', () => {
  const check = (changes: object = {}) =>
    caller.tell('/wxa/msg_sec_check', { openid: OPENID, version: 2, scene: 2, content: '你好', ...changes });

  it('want a user who was there within two hours, and find what is risky', async () => {
    expect(await check()).toMatchObject({ errcode: 61010 });
    simulator.users.login(APP_ID, OPENID);
    expect(await check()).toMatchObject({ errcode: 0, result: { suggest: 'pass', label: 100 } });
    expect(await check({ content: '违规内容' })).toMatchObject({ result: { suggest: 'risky' } });
    simulator.clock.advance(7_200_001);
    expect(await check()).toMatchObject({ errcode: 61010 });
  });

  it('media are checked later, under a trace id', async () => {
    simulator.users.login(APP_ID, OPENID);
    const media = {
      openid: OPENID,
      version: 2,
      scene: 1,
      media_type: 2,
      media_url: 'https://example.com/a.jpg',
    };
    expect(await caller.tell('/wxa/media_check_async', media)).toMatchObject({
      trace_id: expect.any(String),
    });
    expect(await caller.tell('/wxa/media_check_async', { ...media, media_url: 'a.jpg' })).toMatchObject({
      errcode: 40035,
    });
  });
});

describe('shipping', () => {
  it('is uploaded and told', async () => {
    const order = {
      order_key: { order_number_type: 2, transaction_id: '4200000001' },
      payer: { openid: OPENID },
      logistics_type: 1,
      delivery_mode: 1,
      shipping_list: [{ tracking_no: 'SF1', express_company: 'SF', item_desc: '示例商品' }],
      upload_time: '2026-01-02T00:00:00+08:00',
    };
    const key = { transaction_id: '4200000001' };
    expect(await caller.tell('/wxa/sec/order/get_order', key)).toMatchObject({ errcode: 10060001 });
    await caller.tell('/wxa/sec/order/upload_shipping_info', order);
    expect(await caller.tell('/wxa/sec/order/get_order', key)).toMatchObject({
      order: { order_state: 2, openid: OPENID, shipping: { shipping_list: [{ tracking_no: 'SF1' }] } },
    });
    expect(await caller.tell('/wxa/sec/order/get_order_list', { order_state: 1 })).toMatchObject({
      order_list: [],
    });
  });
});
