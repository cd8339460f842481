import { describe, expect, it } from 'vitest';
import type { WechatMp } from '../src/index.js';
import { message, platformAndClient } from './fixtures.js';

/** What somebody without types may hand in. */
const loose = (value: unknown) => value as never;

describe('options of one call', () => {
  it.each([
    ['deadlineMs', { deadlineMs: 0 }],
    ['deadlineMs', { deadlineMs: -1 }],
    ['deadlineMs', { deadlineMs: Number.NaN }],
    ['deadlineMs', { deadlineMs: '500' }],
    ['signal', { signal: {} }],
    ['signal', { signal: new AbortController() }],
    ['onLimit', { onLimit: 'sometimes' }],
    ['resend', { resend: true }],
    ['deadline', { deadline: 500 }],
    ['constructor', { constructor: 1 }],
  ])('a wrong %s is named before anything is sent', async (path, options) => {
    const { simulator, mp } = await platformAndClient();
    const send = mp.template.send(message(1), loose({ requestId: 'a1', ...options }));
    await expect(send).rejects.toMatchObject({ code: 'VALIDATION', issues: [{ path }] });
    await expect(mp.tag.list({}, loose(options))).rejects.toMatchObject({ issues: [{ path }] });
    expect(simulator.requests).toHaveLength(0);
    expect(await mp.sends.count()).toMatchObject({ pending: 0 });
  });

  it.each([[null], ['a1'], [7]])('%j in their place is named as well', async (options) => {
    const { mp } = await platformAndClient();
    await expect(mp.template.send(message(1), loose(options))).rejects.toMatchObject({
      code: 'VALIDATION',
      issues: [{ path: 'options' }],
    });
  });

  it('a method in the place of an endpoint ends in a rejection, not in a throw', async () => {
    const { mp } = await platformAndClient();
    for (const endpoint of [undefined, null, mp.template.send])
      await expect(mp.call(loose(endpoint), {})).rejects.toMatchObject({ code: 'VALIDATION' });
  });
});

describe('mp.request', () => {
  it('reaches any path, also one that nobody has declared', async () => {
    const { simulator, mp } = await platformAndClient();
    const body = '{"errcode":0,"errmsg":"ok","id":2000000000000000001}';
    const query = { name: '中 文&', page: 1, none: undefined };
    await mp.user.list();
    simulator.faults.add({ kind: 'body', body });
    for (const path of ['/cgi-bin/draft/count', '/v1/1-2/x', '/a']) {
      await expect(mp.request({ method: 'GET', path, query })).resolves.toMatchObject({
        id: '2000000000000000001',
      });
      await expect(mp.request({ method: 'POST', path, body: { a: '😀' } })).resolves.toBeDefined();
    }
    expect(simulator.requests.at(-2)).toMatchObject({ path: '/a', query: { name: '中 文&', page: '1' } });
    expect(simulator.requests.at(-1)).toMatchObject({ path: '/a', body: { a: '😀' } });
  });

  it.each<[string, (mp: WechatMp) => Promise<unknown>]>([
    ['method', (mp) => mp.request(loose(undefined))],
    ['method', (mp) => mp.request({ method: loose('get'), path: '/a' })],
    ['path', (mp) => mp.request({ method: 'GET', path: 'http://elsewhere.test/a' })],
    ['path', (mp) => mp.request({ method: 'GET', path: '//elsewhere.test/a' })],
    ['path', (mp) => mp.request({ method: 'GET', path: '/a?b=1' })],
    ['path', (mp) => mp.request({ method: 'GET', path: '/中' })],
    ['body', (mp) => mp.request({ method: 'GET', path: '/a', body: {} })],
    ['body', (mp) => mp.request({ method: 'POST', path: '/a', body: loose('x') })],
    ['body', (mp) => mp.request({ method: 'POST', path: '/a', body: loose([1]) })],
    ['a', (mp) => mp.request({ method: 'GET', path: '/a', query: { a: loose({}) } })],
    ['deadline', (mp) => mp.request({ method: 'GET', path: '/a' }, loose({ deadline: 1 }))],
  ])('names a wrong %s before anything is sent', async (path, call) => {
    const { simulator, mp } = await platformAndClient();
    const error = await call(mp).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'VALIDATION',
      issues: expect.arrayContaining([expect.objectContaining({ path })]),
    });
    expect(simulator.requests).toHaveLength(0);
  });
});
