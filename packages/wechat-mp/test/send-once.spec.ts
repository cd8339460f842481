import { isWechatErrorOf } from '@wetempo/core';
import { describe, expect, it } from 'vitest';
import { appId, appSecret, clientOf, message, openid, platform, platformAndClient } from './fixtures.js';

const sendPath = '/cgi-bin/message/template/send';
const tokenPath = '/cgi-bin/stable_token';

describe('a template message', () => {
  it('F54: goes out and answers a receipt whose msgid keeps every digit', async () => {
    const { simulator, mp } = await platformAndClient();
    const receipt = await mp.template.send(message(1), { requestId: 'a1' });
    expect(receipt).toEqual({
      requestId: 'a1',
      status: 'sent',
      msgid: '2000000000000000001',
      attempts: 1,
      replayed: false,
    });
    expect(simulator.deliveredTo(openid(1))).toHaveLength(1);
  });

  it('F52: answers the same receipt to the same requestId, without another request', async () => {
    const { simulator, mp } = await platformAndClient();
    const first = await mp.template.send(message(1), { requestId: 'a1' });
    const second = await mp.template.send(message(1), { requestId: 'a1' });
    expect(second).toEqual({ ...first, replayed: true });
    expect(simulator.hits(sendPath)).toBe(1);
  });

  it('refuses another payload under the same requestId before anything is sent', async () => {
    const { simulator, mp } = await platformAndClient();
    await mp.template.send(message(1), { requestId: 'a1' });
    await expect(mp.template.send(message(1, '别的'), { requestId: 'a1' })).rejects.toMatchObject({
      code: 'REQUEST_CONFLICT',
      requestId: 'a1',
    });
    expect(simulator.hits(sendPath)).toBe(1);
  });

  it('is one request for a hundred callers at the same time', async () => {
    const { simulator, mp } = await platformAndClient();
    const receipts = await Promise.all(
      Array.from({ length: 100 }, () => mp.template.send(message(1), { requestId: 'a1' })),
    );
    expect(new Set(receipts.map((receipt) => receipt.msgid)).size).toBe(1);
    expect(receipts.filter((receipt) => !receipt.replayed)).toHaveLength(1);
    expect(simulator.hits(sendPath)).toBe(1);
  });

  it('F48, F49: is delivered once when its answer was lost, and the repetition tells its msgid', async () => {
    const { simulator, mp } = await platformAndClient();
    simulator.faults.add({ kind: 'cut-after', path: sendPath, times: 1 });
    const receipt = await mp.template.send(message(1), { requestId: 'a1' });
    expect(receipt).toMatchObject({ status: 'sent', attempts: 2 });
    expect(simulator.deliveries).toHaveLength(1);
    expect(simulator.hits(sendPath)).toBe(2);
  });

  it('F48: is delivered once when the answer hangs past the time-out', async () => {
    const { simulator, mp } = await platformAndClient({ timeoutMs: 300 });
    simulator.faults.add({ kind: 'hang', processed: true, path: sendPath, times: 2 });
    const receipt = await mp.template.send(message(1), { requestId: 'a1' });
    expect(receipt).toMatchObject({ status: 'sent', attempts: 3 });
    expect(simulator.deliveries).toHaveLength(1);
  });

  it('F87: carries the same bytes in every attempt', async () => {
    const { simulator, mp } = await platformAndClient();
    simulator.faults.add({ kind: 'status', status: 500, path: sendPath, times: 1 });
    simulator.faults.add({ kind: 'errcode', errcode: -1, errmsg: 'system error', path: sendPath, times: 1 });
    await mp.template.send(message(1), { requestId: 'a1' });
    const bodies = simulator.requests
      .filter(({ path }) => path === sendPath)
      .map(({ body }) => JSON.stringify(body));
    expect(bodies).toHaveLength(3);
    expect(new Set(bodies).size).toBe(1);
  });

  it('F61, F59: keeps a refusal of the recipient and does not ask again under the same requestId', async () => {
    const { simulator, mp } = await platformAndClient();
    simulator.faults.add({
      kind: 'errcode',
      errcode: 43004,
      errmsg: 'require subscribe',
      path: sendPath,
      times: 1,
    });
    const failing = () => mp.template.send(message(1), { requestId: 'a1' });
    await expect(failing()).rejects.toMatchObject({ code: 'API_ERROR', errcode: 43004, replayed: false });
    await expect(failing()).rejects.toMatchObject({ code: 'API_ERROR', errcode: 43004, replayed: true });
    expect(simulator.hits(sendPath)).toBe(1);
    await expect(mp.template.send(message(1), { requestId: 'a1', resend: 'failed' })).resolves.toMatchObject({
      status: 'sent',
    });
  });

  it('F59: is failed, not unknown, where the repetition after a lost answer is refused for its recipient', async () => {
    const { simulator, mp } = await platformAndClient();
    simulator.faults.add({ kind: 'cut-before', path: sendPath, times: 1 });
    simulator.faults.add({
      kind: 'errcode',
      errcode: 43004,
      errmsg: 'require subscribe',
      path: sendPath,
      times: 1,
    });
    await expect(mp.template.send(message(1), { requestId: 'a1' })).rejects.toMatchObject({
      code: 'API_ERROR',
      errcode: 43004,
      attempts: 2,
    });
    expect(await mp.sends.find('a1')).toMatchObject({ state: 'failed', attempts: 2 });
  });

  it('F56: takes an ok without a msgid for an anomaly, not for a success', async () => {
    const { simulator, mp } = await platformAndClient();
    simulator.faults.add({ kind: 'body', body: '{"errcode":0,"errmsg":"ok"}', path: sendPath, times: 1 });
    await expect(mp.template.send(message(1), { requestId: 'a1' })).rejects.toMatchObject({
      code: 'RESPONSE',
    });
  });

  it('needs a requestId, and says so before anything is sent', async () => {
    const { simulator, mp } = await platformAndClient();
    // @ts-expect-error the type asks for it, too
    await expect(mp.template.send(message(1))).rejects.toMatchObject({ code: 'VALIDATION' });
    expect(simulator.requests).toHaveLength(0);
  });

  it('F51: retries 0 means one request, also where the platform hangs', async () => {
    const { simulator, mp } = await platformAndClient({
      timeoutMs: 200,
      retry: { maxRetries: 0, networkRetries: 0 },
    });
    simulator.faults.add({ kind: 'hang', path: sendPath });
    await expect(mp.template.send(message(1), { requestId: 'a1' })).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    });
    expect(simulator.hits(sendPath)).toBe(1);
  });
});

describe('a message that the platform does not de-duplicate', () => {
  const custom = { touser: openid(1), msgtype: 'text', text: { content: '您好😀' } } as const;
  const customPath = '/cgi-bin/message/custom/send';

  it('F48: stays unknown after a lost answer and is not sent again unless the caller says so', async () => {
    const { simulator, mp } = await platformAndClient();
    simulator.users.interact(appId, openid(1));
    simulator.faults.add({ kind: 'cut-after', path: customPath, times: 1 });
    const again = () => mp.customerMessage.send(custom, { requestId: 'c1' });
    await expect(again()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', requestId: 'c1' });
    await expect(again()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', requestId: 'c1' });
    expect(simulator.deliveries).toHaveLength(1);
    const receipt = await mp.customerMessage.send(custom, { requestId: 'c1', resend: 'unknown' });
    expect(receipt).toMatchObject({ status: 'sent', replayed: false });
    expect(simulator.deliveries).toHaveLength(2);
  });

  it('F48: is not repeated after "busy" either, for the platform may have sent it all the same', async () => {
    const { simulator, mp } = await platformAndClient();
    simulator.users.interact(appId, openid(1));
    simulator.faults.add({
      kind: 'errcode',
      errcode: -1,
      errmsg: 'system error',
      path: customPath,
      times: 1,
    });
    await expect(mp.customerMessage.send(custom, { requestId: 'c1' })).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      cause: { errcode: -1 },
    });
    expect(simulator.hits(customPath)).toBe(1);
  });

  it('F97: may come back under the same requestId where nothing has left', async () => {
    const { simulator, mp } = await platformAndClient();
    simulator.users.interact(appId, openid(1));
    await mp.quota.get({ cgi_path: customPath });
    // Shares the token of the first one, but has no connection yet that could be cut in the middle.
    const other = clientOf(simulator);
    await simulator.unplug();
    const refused = other.customerMessage.send(custom, { requestId: 'c1' });
    await expect(refused).rejects.toMatchObject({ code: 'NETWORK', systemCode: 'ECONNREFUSED' });
    await simulator.plug();
    const receipt = await other.customerMessage.send(custom, { requestId: 'c1' });
    expect(receipt).toMatchObject({ status: 'sent', replayed: false });
    expect(simulator.deliveries).toHaveLength(1);
  });

  it('F61: ends with the refusal where the window for replies is closed', async () => {
    const { simulator, mp } = await platformAndClient();
    await expect(mp.customerMessage.send(custom, { requestId: 'c1' })).rejects.toMatchObject({
      errcode: 45015,
    });
    expect(simulator.hits(customPath)).toBe(1);
    expect(simulator.hits(sendPath)).toBe(0);
  });
});

describe('the access token', () => {
  it('F01: is fetched once for a cold stampede', async () => {
    const { simulator, mp } = await platformAndClient();
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => mp.template.send(message(n), { requestId: `a${n}` })),
    );
    expect(simulator.hits(tokenPath)).toBe(1);
    expect(simulator.deliveries).toHaveLength(50);
  });

  it.each([40001, 40014, 42001])(
    'F07, F08, F09: is replaced after %i in a 200, and the caller sees no error',
    async (errcode) => {
      const { simulator, mp } = await platformAndClient();
      await mp.template.send(message(1), { requestId: 'a1' });
      simulator.tokens.revoke(appId);
      simulator.faults.add({
        kind: 'errcode',
        errcode,
        errmsg: 'invalid credential',
        path: sendPath,
        times: 1,
      });
      const receipt = await mp.template.send(message(2), { requestId: 'a2' });
      expect(receipt).toMatchObject({ status: 'sent', attempts: 2 });
      expect(simulator.hits(tokenPath)).toBe(2);
    },
  );

  it('F10: is replaced once per call, however often the platform turns it down', async () => {
    const { simulator, mp } = await platformAndClient();
    simulator.faults.add({ kind: 'errcode', errcode: 40001, errmsg: 'invalid credential', path: sendPath });
    await expect(mp.template.send(message(1), { requestId: 'a1' })).rejects.toMatchObject({
      code: 'TOKEN_ERROR',
      errcode: 40001,
    });
    expect(simulator.hits(sendPath)).toBeLessThanOrEqual(2);
    expect(simulator.hits(tokenPath)).toBeLessThanOrEqual(3);
  });

  it('F11: is not asked for again and again where the IP is not allowed', async () => {
    const { simulator, mp } = await platformAndClient();
    simulator.faults.add({
      kind: 'errcode',
      errcode: 40164,
      errmsg: 'invalid ip 203.0.113.7, not in whitelist',
      path: tokenPath,
    });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) => mp.template.send(message(n), { requestId: `a${n}` })),
    );
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'TOKEN_ERROR', errcode: 40164 } });
      expect(JSON.stringify(outcome)).toContain('203.0.113.7');
    }
    expect(simulator.hits(tokenPath)).toBeLessThanOrEqual(2);
    expect(simulator.hits(sendPath)).toBe(0);
  });

  it('F14: is one for two clients of the same app id in one process', async () => {
    const { simulator, mp } = await platformAndClient();
    const other = clientOf(simulator);
    await Promise.all([
      mp.template.send(message(1), { requestId: 'a1' }),
      other.template.send(message(2), { requestId: 'a2' }),
    ]);
    expect(simulator.hits(tokenPath)).toBe(1);
  });

  it('F26: is never that of another account', async () => {
    const second = 'wx0000000000000002';
    const simulator = await platform({
      accounts: [
        { appId, appSecret },
        { appId: second, appSecret },
      ],
      latencyMs: [0, 20],
    });
    const clients = [clientOf(simulator), clientOf(simulator, { appId: second })];
    const sends = Array.from({ length: 200 }, (_, n) =>
      clients[n % 2]?.template.send(message(n), { requestId: `a${n}` }),
    );
    await Promise.all(sends);
    expect(simulator.deliveriesOf((delivery) => delivery.appId === appId)).toHaveLength(100);
    expect(simulator.deliveriesOf((delivery) => delivery.appId === second)).toHaveLength(100);
    expect(simulator.hits(tokenPath)).toBe(2);
  });

  it('F10: must not be passed by the caller', async () => {
    const { simulator, mp } = await platformAndClient();
    await expect(
      mp.request({ method: 'GET', path: '/cgi-bin/user/get', query: { access_token: 'X' } }),
    ).rejects.toMatchObject({ code: 'VALIDATION', issues: [{ path: 'access_token' }] });
    expect(simulator.requests).toHaveLength(0);
  });
});

describe('answers of odd shape', () => {
  it.each([
    ['a byte order mark', '\uFEFF{"errcode":0,"errmsg":"ok","msgid":7}', 'application/json'],
    ['text/plain', '{"errcode":0,"errmsg":"ok","msgid":7}', 'text/plain'],
    ['raw control characters', '{"errcode":0,"errmsg":"o\u0007\nk","msgid":7}', 'application/json'],
    ['an unknown field', '{"errcode":0,"errmsg":"ok","msgid":7,"new":{"x":1}}', 'application/json'],
  ])('F72, F73, F77: %s is read', async (_, body, contentType) => {
    const { simulator, mp } = await platformAndClient();
    simulator.faults.add({ kind: 'body', body, contentType, path: sendPath, times: 1 });
    await expect(mp.template.send(message(1), { requestId: 'a1' })).resolves.toMatchObject({ msgid: '7' });
  });

  it('F75: HTML with a 200 is no success; the message is repeated and delivered once', async () => {
    const { simulator, mp } = await platformAndClient();
    simulator.faults.add({ kind: 'html', status: 200, path: sendPath, times: 1 });
    await expect(mp.template.send(message(1), { requestId: 'a1' })).resolves.toMatchObject({ attempts: 2 });
    expect(simulator.deliveries).toHaveLength(1);
  });

  it('F75: HTML with a 200 ends a write with an unknown outcome', async () => {
    const { simulator, mp } = await platformAndClient();
    simulator.faults.add({ kind: 'html', status: 200, path: '/cgi-bin/tags/create' });
    const error = await mp.tag.create({ tag: { name: '新' } }).catch((reason: unknown) => reason);
    expect(isWechatErrorOf(error, 'OUTCOME_UNKNOWN') && error.cause).toMatchObject({ code: 'RESPONSE' });
    expect(simulator.hits('/cgi-bin/tags/create')).toBe(1);
  });

  it('F70: JSON in place of a file is the error that it is, whatever its content type', async () => {
    for (const contentType of ['application/json; encoding=utf-8', 'text/plain', 'image/jpeg']) {
      const { simulator, mp } = await platformAndClient();
      const body = '{"errcode":40007,"errmsg":"invalid media_id"}';
      simulator.faults.add({ kind: 'body', body, contentType, path: '/cgi-bin/media/get' });
      await expect(mp.media.get({ media_id: 'M' })).rejects.toMatchObject({
        code: 'API_ERROR',
        errcode: 40007,
      });
    }
  });
});
