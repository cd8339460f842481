import { describe, expect, it } from 'vitest';
import { miniProgramEndpoints } from '../src/index.js';
import { openid, subscription } from './fixtures.js';
import { type Answer, oddPlatform } from './odd-platform.js';
import { requestSamples } from './request-samples.js';

const endOf = (call: Promise<unknown>) => call.catch((error: unknown) => error);
const external = { token: { mode: 'external', fetch: () => 'TOKEN' } } as const;
const typed =
  (contentType: string, body: string | Uint8Array): Answer =>
  (_, response) => {
    response.setHeader('content-type', contentType);
    return body;
  };

const picture = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
const binary = requestSamples.filter(([{ answer }]) => answer === 'binary');
const types = ['application/json; encoding=utf-8', 'text/plain', 'image/jpeg', 'application/octet-stream'];

describe.each(binary.map(([endpoint, request]) => ({ name: endpoint.name, endpoint, request })))(
  'F70: the bytes of $name',
  ({ endpoint, request }) => {
    const call = async (answer: Answer, token: object = external) => {
      const { at, client } = await oddPlatform({ [endpoint.path]: answer });
      return {
        hits: () => at(endpoint.path).length,
        end: await endOf(client(token).client.callAny(endpoint, request)),
      };
    };

    it.each(types)('come as they are under %s', async (type) => {
      const { end } = await call(typed(type, picture));
      expect(end).toMatchObject({ bytes: picture, contentType: type });
    });

    it.each(types)('are an error where the platform sends one under %s', async (type) => {
      for (const blank of ['', ' \r\n', '\ufeff']) {
        const { end } = await call(
          typed(type, `${blank}{"errcode":41030,"errmsg":"invalid page rid: 1-2-3"}`),
        );
        expect(end).toMatchObject({ code: 'API_ERROR', errcode: 41030, rid: '1-2-3' });
      }
    });

    it('are asked for again with a new token where the old one is refused', async () => {
      const rejected = '{"errcode":40001,"errmsg":"invalid credential"}';
      const { end, hits } = await call(
        (arrival, response) => typed('image/jpeg', arrival.n === 1 ? rejected : picture)(arrival, response),
        {},
      );
      expect(end).toMatchObject({ bytes: picture });
      expect(hits()).toBe(2);
    });

    it.each([
      ['a page', '<html><body>busy</body></html>'],
      ['nothing', ''],
      ['a success without a picture', '{"errcode":0,"errmsg":"ok"}'],
    ])('are never %s', async (_, body) => {
      const { end } = await call(typed('image/jpeg', body));
      expect(end).toBeInstanceOf(Error);
    });
  },
);

describe('answers of any endpoint', () => {
  const json = requestSamples.filter(
    ([{ answer, kind, auth }]) => answer === 'json' && kind !== 'message' && auth === 'token',
  );

  it.each([
    ['F75: a page with status 200', '<html>502</html>'],
    ['F75: a text', 'ok'],
    ['F75: half of the answer', '{"errcode":0,"errm'],
    ['an empty object', '{}'],
    ['a list', '[]'],
    ['a gateway’s own words', '{"code":200,"message":"success"}'],
  ])('%s passes for success nowhere', async (_, body) => {
    const answers = Object.fromEntries(json.map(([{ path }]) => [path, () => body]));
    const { client } = await oddPlatform(answers);
    const { client: api } = client({ ...external, retry: { maxRetries: 0 }, limits: { circuit: false } });
    const ends = await Promise.all(json.map(([endpoint, request]) => endOf(api.callAny(endpoint, request))));
    const passed = json.filter((_sample, index) => !(ends[index] instanceof Error));
    // What these promise may all be absent.
    const lenient = ['urlLink.query', 'urlScheme.query'];
    expect(passed.map(([{ name }]) => name).filter((name) => !lenient.includes(name))).toEqual([]);
  });

  it('F77: keep the fields that nobody declared', async () => {
    const { client } = await oddPlatform({
      '/wxa/getwxacode': () => picture,
      '/wxa/msg_sec_check': () => ({ errcode: 0, result: { suggest: 'pass', later: 1 }, new_field: '2' }),
    });
    const answer = await client(external).security.msgSecCheck({
      openid: openid(1),
      scene: 1,
      version: 2,
      content: '好',
    });
    expect(answer).toMatchObject({ new_field: '2', result: { later: 1 } });
  });

  it('F72: are read as JSON whatever they are called', async () => {
    const { client } = await oddPlatform({
      '/cgi-bin/media/upload': typed('text/plain', '{"type":"image","media_id":"M1","created_at":1}'),
      '/sns/jscode2session': typed('text/plain', '{"openid":"o1","session_key":"K"}'),
    });
    const mini = client(external);
    const media = { content: new Uint8Array([1]), filename: 'a.png' };
    await expect(mini.media.upload({ type: 'image', media })).resolves.toMatchObject({ media_id: 'M1' });
    await expect(mini.auth.code2Session({ js_code: 'A' })).resolves.toMatchObject({ openid: 'o1' });
  });

  it('F73: may hold control characters', async () => {
    const { client } = await oddPlatform({
      '/wxaapi/newtmpl/gettemplate': () => '{"errcode":0,"data":[{"priTmplId":"P","title":"a\u0007b\nc"}]}',
    });
    const { data } = await client(external).subscribeMessage.listTemplates();
    expect(data[0]?.title).toBe('a\u0007b\nc');
  });

  it('F54: keep every digit of ids, wherever they stand', async () => {
    const { client } = await oddPlatform({
      '/wxa/getuserriskrank': () => '{"errcode":0,"risk_rank":1,"unoin_id":1234567890123456789}',
      '/wxa/sec/order/get_order': () =>
        '{"errcode":0,"order":{"order_state":1,"transaction_id":4200001234202601021}}',
    });
    const mini = client(external);
    await expect(mini.security.getUserRiskRank({ openid: openid(1), scene: 0 })).resolves.toMatchObject({
      unoin_id: '1234567890123456789',
    });
    await expect(
      mini.orderShipping.getOrder({ transaction_id: '4200001234202601021' }),
    ).resolves.toMatchObject({
      order: { transaction_id: '4200001234202601021' },
    });
  });

  it('F83: an upload without its media_id is an error, a thumbnail has one like the others', async () => {
    const { client } = await oddPlatform({
      '/cgi-bin/media/upload': ({ query }) =>
        query.get('type') === 'thumb' ? { thumb_media_id: 'T1' } : { type: 'image' },
    });
    const mini = client(external);
    const media = { content: new Uint8Array([1]), filename: '照片.jpg' };
    await expect(mini.media.upload({ type: 'thumb', media })).resolves.toMatchObject({ media_id: 'T1' });
    expect(await endOf(mini.media.upload({ type: 'image', media }))).toBeInstanceOf(Error);
  });

  it('F61: a closed window for answering is a refusal, and nothing else is sent in its place', async () => {
    for (const errcode of [45015, 45047]) {
      const path = '/cgi-bin/message/custom/send';
      const { at, client } = await oddPlatform({ [path]: () => ({ errcode, errmsg: 'out of' }) });
      const message = { touser: openid(1), msgtype: 'text', text: { content: '您好' } } as const;
      const end = await endOf(client(external).customerMessage.send(message, { requestId: 'c1' }));
      expect(end).toMatchObject({ code: 'API_ERROR', errcode });
      expect(at(path)).toHaveLength(1);
      expect(at('/cgi-bin/message/subscribe/send')).toHaveLength(0);
    }
  });

  it('F78: odd ids throw nothing but errors of ours', async () => {
    for (const msgid of ['undefined', '"abc"', '{}', 'null', '-1', '1e400']) {
      const { client } = await oddPlatform({
        '/cgi-bin/message/subscribe/send': () => `{"errcode":0,"errmsg":"ok","msgid":${msgid}}`,
      });
      const end = await endOf(client(external).subscribeMessage.send(subscription(1), { requestId: 'a1' }));
      expect(end instanceof Error ? Reflect.get(end, 'code') : 'sent').toMatch(/sent|OUTCOME_UNKNOWN/);
    }
  });
});

describe('codes that mean something else', () => {
  const limited =
    (errcode: number): Answer =>
    () => ({ errcode, errmsg: 'reach limit' });

  it.each([
    ['/wxa/getwxacodeunlimit', 45009, 60_000],
    ['/wxa/msg_sec_check', 44991, 60_000],
    ['/wxa/getwxacode', 45009, 86_400_000],
  ])('%s: %i is over in %i ms at the latest', async (path, errcode, atMostMs) => {
    const { client } = await oddPlatform({ [path]: limited(errcode) });
    const sample = requestSamples.find(([endpoint]) => endpoint.path === path);
    const endpoint = miniProgramEndpoints.find((candidate) => candidate.path === path);
    if (sample === undefined || endpoint === undefined) throw new Error(`nothing declares ${path}`);
    const end = await endOf(
      client(external).client.callAny(endpoint, sample[1], { onLimit: 'reject', deadlineMs: 900 }),
    );
    expect(end).toMatchObject({ code: 'RATE_LIMITED', errcode, scope: 'endpoint' });
    const retryAfterMs = Number(Reflect.get(Object(end), 'retryAfterMs'));
    // A minute, and the spread of those who come back.
    expect(retryAfterMs).toBeLessThanOrEqual(atMostMs + 30_000);
  });

  it('61010 is that person’s alone, and permanent', async () => {
    const path = '/wxa/msg_sec_check';
    const { at, client } = await oddPlatform({
      [path]: ({ body }) =>
        body.includes(openid(1))
          ? { errcode: 61010, errmsg: 'code is expired' }
          : { errcode: 0, result: { suggest: 'pass' } },
    });
    const mini = client(external);
    const check = (n: number) =>
      mini.security.msgSecCheck({ openid: openid(n), scene: 1, version: 2, content: '好' });
    expect(await endOf(check(1))).toMatchObject({ code: 'API_ERROR', errcode: 61010 });
    await expect(check(2)).resolves.toMatchObject({ result: { suggest: 'pass' } });
    expect(at(path)).toHaveLength(2);
  });
});
