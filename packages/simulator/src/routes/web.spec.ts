import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { APP_ID, Caller, OPENID } from '../../test/support/caller.js';
import { DEFAULT_APP_SECRET } from '../options/options.js';
import type { Simulator } from '../simulator.js';
import { startSimulator } from '../start-simulator.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let simulator: Simulator;
let caller: Caller;

beforeEach(async () => {
  simulator = await startSimulator({ clock: { speed: 0 } });
  caller = new Caller(simulator);
});

afterEach(() => simulator.close());

describe('tickets', () => {
  it('are the same until their last five minutes, by type', async () => {
    const get = (type: string) => caller.ask('/cgi-bin/ticket/getticket', { type });
    const first = await get('jsapi');
    expect(first).toEqual({ errcode: 0, errmsg: 'ok', ticket: expect.any(String), expires_in: 7200 });
    expect((await get('wx_card')).ticket).not.toBe(first.ticket);
    simulator.clock.advance(115 * MINUTE_MS - 1);
    expect(await get('jsapi')).toMatchObject({ ticket: first.ticket, expires_in: 301 });
    simulator.clock.advance(1);
    expect((await get('jsapi')).ticket).not.toBe(first.ticket);
    expect(await get('other')).toMatchObject({ errcode: 40035 });
  });
});

describe('QR codes', () => {
  const create = (action_name: string, scene: object, rest: object = {}) =>
    caller.tell('/cgi-bin/qrcode/create', { action_name, action_info: { scene }, ...rest });

  it('are made for a while or for good', async () => {
    expect(await create('QR_STR_SCENE', { scene_str: 'order' }, { expire_seconds: 604_800 })).toEqual({
      ticket: expect.any(String),
      expire_seconds: 604_800,
      url: expect.stringContaining('http'),
    });
    expect(await create('QR_SCENE', { scene_id: 5 })).toMatchObject({ expire_seconds: 60 });
    expect(await create('QR_LIMIT_SCENE', { scene_id: 5 })).not.toHaveProperty('expire_seconds');
  });

  it('are refused with another action or a scene that does not fit', async () => {
    expect(await create('QR', { scene_id: 5 })).toMatchObject({ errcode: 40052 });
    expect(await create('QR_LIMIT_SCENE', { scene_id: 100_001 })).toMatchObject({ errcode: 40129 });
    expect(await create('QR_STR_SCENE', { scene_str: 'x'.repeat(65) })).toMatchObject({ errcode: 40129 });
    expect(await caller.tell('/cgi-bin/qrcode/create', { action_name: 'QR_SCENE' })).toMatchObject({
      errcode: 40053,
    });
  });
});

describe('web authorisation', () => {
  const redeem = (code: string, change: Record<string, string> = {}) =>
    caller.get('/sns/oauth2/access_token', {
      appid: APP_ID,
      secret: DEFAULT_APP_SECRET,
      code,
      grant_type: 'authorization_code',
      ...change,
    });

  it('gives a user token for a code, once', async () => {
    const code = simulator.users.authorize(APP_ID, OPENID);
    expect(await redeem(code)).toEqual({
      access_token: expect.any(String),
      expires_in: 7200,
      refresh_token: expect.any(String),
      openid: OPENID,
      scope: 'snsapi_base',
    });
    expect(await redeem(code)).toMatchObject({ errcode: 40163 });
    expect(await redeem('made-up')).toMatchObject({ errcode: 40029 });
    expect(await redeem('')).toMatchObject({ errcode: 41008 });
    expect(await redeem(code, { secret: 'x' })).toMatchObject({ errcode: 40125 });
    expect(await redeem(code, { grant_type: 'x' })).toMatchObject({ errcode: 40002 });
  });

  it('lets a code live for five minutes', async () => {
    const code = simulator.users.authorize(APP_ID, OPENID);
    simulator.clock.advance(5 * MINUTE_MS);
    expect(await redeem(code)).toMatchObject({ errcode: 42003 });
  });

  it('renews user tokens for 30 days', async () => {
    const { refresh_token: token } = await redeem(simulator.users.authorize(APP_ID, OPENID));
    const renew = (refresh_token: string) =>
      caller.get('/sns/oauth2/refresh_token', { appid: APP_ID, grant_type: 'refresh_token', refresh_token });
    expect(await renew(String(token))).toMatchObject({ openid: OPENID, access_token: expect.any(String) });
    expect(await renew('made-up')).toMatchObject({ errcode: 40030 });
    simulator.clock.advance(30 * DAY_MS);
    expect(await renew(String(token))).toMatchObject({ errcode: 42002 });
  });

  it('shows the profile to tokens of the wide scope only', async () => {
    const profileWith = async (scope: 'snsapi_base' | 'snsapi_userinfo') => {
      const granted = await redeem(simulator.users.authorize(APP_ID, OPENID, scope));
      return caller.get('/sns/userinfo', {
        access_token: String(granted.access_token),
        openid: OPENID,
        lang: 'zh_CN',
      });
    };
    expect(await profileWith('snsapi_userinfo')).toMatchObject({ openid: OPENID, nickname: '微信用户' });
    expect(await profileWith('snsapi_base')).toMatchObject({ errcode: 48001 });
  });

  it('checks user tokens against the openid and their age', async () => {
    const granted = await redeem(simulator.users.authorize(APP_ID, OPENID));
    const check = (openid: string, access_token = String(granted.access_token)) =>
      caller.get('/sns/auth', { access_token, openid });
    expect(await check(OPENID)).toMatchObject({ errcode: 0 });
    expect(await check('oTEST000000000000000000002')).toMatchObject({ errcode: 40003 });
    expect(await check(OPENID, 'made-up')).toMatchObject({ errcode: 40014 });
    simulator.clock.advance(2 * 60 * MINUTE_MS);
    expect(await check(OPENID)).toMatchObject({ errcode: 42001 });
  });
});
