import { describe, expect, it } from 'vitest';
import type { MiniProgram } from '../src/index.js';
import { appId, appSecret, openid, platformAndClient } from './fixtures.js';
import { type Answer, cut, oddPlatform } from './odd-platform.js';

const order = { openid: openid(1), transaction_id: '4200001234202601020000000001' };

/** Every call that uses something up, with an answer that is good. */
const calls = [
  {
    name: 'code2Session',
    path: '/sns/jscode2session',
    good: { openid: openid(1), session_key: 'AAAAAAAAAAAAAAAAAAAAAA==' },
    call: (mini: MiniProgram) => mini.auth.code2Session({ js_code: 'CODE-1' }),
  },
  {
    name: 'getPhoneNumber',
    path: '/wxa/business/getuserphonenumber',
    good: {
      errcode: 0,
      phone_info: { phoneNumber: '13800000000', purePhoneNumber: '13800000000', countryCode: 86 },
    },
    call: (mini: MiniProgram) => mini.auth.getPhoneNumber({ code: 'CODE-1' }),
  },
  {
    name: 'getPaidUnionid',
    path: '/wxa/getpaidunionid',
    good: { errcode: 0, unionid: 'oUNIONID000000000000000000001' },
    call: (mini: MiniProgram) => mini.auth.getPaidUnionid(order),
  },
  {
    name: 'pluginOpenPid',
    path: '/wxa/getpluginopenpid',
    good: { errcode: 0, openpid: 'PID-1' },
    call: (mini: MiniProgram) => mini.auth.pluginOpenPid({ code: 'CODE-1' }),
  },
] as const;

const withTokens = calls.filter(({ name }) => name !== 'code2Session');
const endOf = (call: Promise<unknown>) => call.catch((error: unknown) => error);

describe.each(calls)('what $name uses up', ({ path, good, call }) => {
  const refusals = [-1, 40029, 40163, 45009, 45011, 44991, 43108, 50001, 99999];

  it.each(refusals)('is not sent again after the errcode %i', async (errcode) => {
    const { at, client } = await oddPlatform({ [path]: () => ({ errcode, errmsg: 'refused' }) });
    expect(await endOf(call(client()))).toMatchObject({ errcode });
    expect(at(path)).toHaveLength(1);
  });

  const lost: [string, Answer][] = [
    ['a cut connection', cut],
    [
      'status 502',
      (_, response) => {
        response.statusCode = 502;
        return '<html>';
      },
    ],
    ['a page with status 200', () => '<html>ok</html>'],
    ['half an answer', () => '{"errcode":0,"open'],
    ['an empty body', () => ''],
  ];

  it.each(lost)('is not sent again after %s', async (_, answer) => {
    const { at, client } = await oddPlatform({ [path]: answer });
    expect(await endOf(call(client()))).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(at(path)).toHaveLength(1);
  });

  it('is sent once by several calls at the same time, each of which gets the answer', async () => {
    const { at, client } = await oddPlatform({ [path]: () => good });
    const mini = client();
    const answers = await Promise.all([call(mini), call(mini), call(mini)]);
    expect(at(path)).toHaveLength(1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });
});

describe.each(withTokens)('what $name uses up', ({ path, good, call }) => {
  it('is sent again with another token, since the platform looks at that first, and only once', async () => {
    const rejected = { errcode: 40001, errmsg: 'invalid credential' };
    const { at, client } = await oddPlatform({ [path]: ({ n }) => (n === 1 ? rejected : good) });
    await call(client());
    expect(at(path).map(({ query }) => query.get('access_token'))).toEqual(['TKN_1', 'TKN_2']);

    const stubborn = await oddPlatform({ [path]: () => rejected });
    expect(await endOf(call(stubborn.client()))).toMatchObject({ errcode: 40001 });
    expect(stubborn.at(path)).toHaveLength(2);
  });
});

describe('code2Session', () => {
  const path = '/sns/jscode2session';

  it('fills in what the client knows, and leaves what the caller says', async () => {
    const { at, client } = await oddPlatform({ [path]: () => calls[0].good });
    const mini = client();
    await mini.auth.code2Session({ js_code: 'A' });
    await mini.auth.code2Session({ js_code: 'B', appid: 'wx0000000000000002', secret: 'OTHER' });
    const grant_type = 'authorization_code';
    expect(at(path).map(({ query }) => Object.fromEntries(query))).toEqual([
      { js_code: 'A', appid: appId, secret: appSecret, grant_type },
      { js_code: 'B', appid: 'wx0000000000000002', secret: 'OTHER', grant_type },
    ]);
    expect(at('/cgi-bin/stable_token')).toHaveLength(0);
  });

  it('closes nobody else’s door where one person logs in too often', async () => {
    const limited = { errcode: 45011, errmsg: 'api minute-quota reach limit must slower retry next minute' };
    const { client } = await oddPlatform({
      [path]: ({ query }) => (query.get('js_code') === 'A' ? limited : calls[0].good),
    });
    const mini = client();
    const refused = await endOf(mini.auth.code2Session({ js_code: 'A' }));
    expect(refused).toMatchObject({
      code: 'API_ERROR',
      errcode: 45011,
      hint: expect.stringMatching(/wx\.login/),
    });
    await expect(mini.auth.code2Session({ js_code: 'B' }, { deadlineMs: 5_000 })).resolves.toBeTruthy();
  });

  it('holds the codes of two people apart, and asks again for a code that was answered', async () => {
    const { at, client } = await oddPlatform({
      [path]: ({ n }) => (n <= 2 ? calls[0].good : { errcode: 40163, errmsg: 'code been used' }),
    });
    const mini = client();
    await Promise.all([mini.auth.code2Session({ js_code: 'A' }), mini.auth.code2Session({ js_code: 'B' })]);
    expect(await endOf(mini.auth.code2Session({ js_code: 'A' }))).toMatchObject({ errcode: 40163 });
    expect(at(path)).toHaveLength(3);
  });

  it('waits for a gateway that turned the request away', async () => {
    const { at, client } = await oddPlatform({
      [path]: ({ n }, response) => {
        if (n > 1) return calls[0].good;
        response.writeHead(429, { 'retry-after': '0' });
        return '<html>slow down</html>';
      },
    });
    await client().auth.code2Session({ js_code: 'A' });
    expect(at(path)).toHaveLength(2);
  });

  it('is not repeated by way of a raw request either', async () => {
    const { at, client } = await oddPlatform({ [path]: () => ({ errcode: -1, errmsg: 'system error' }) });
    const query = { appid: appId, secret: appSecret, js_code: 'A', grant_type: 'authorization_code' };
    await endOf(client().request({ method: 'GET', path, query }));
    expect(at(path)).toHaveLength(1);
  });
});

describe('logins at the simulator', () => {
  it('give a session that is checked by a signature, and ended by a reset', async () => {
    const { simulator, mini } = await platformAndClient();
    const js_code = simulator.users.login(appId, openid(1));
    const session = await mini.auth.code2Session({ js_code });
    await mini.auth.checkSession(session);
    const next = await mini.auth.resetSession(session);
    expect(next.session_key).not.toBe(session.session_key);
    await expect(mini.auth.checkSession(session)).rejects.toMatchObject({ errcode: 87009 });
    await mini.auth.checkSession(next);
    const sent = JSON.stringify(simulator.requests.map(({ query, body }) => ({ query, body })));
    expect(sent).not.toContain(session.session_key);
  });
});
