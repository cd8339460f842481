import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { WechatMp, type WechatMpOptions } from '../src/index.js';
import { appId, appSecret } from './fixtures.js';

const secret = 'HIDDEN_4711';

function problemOf(options: unknown): unknown {
  try {
    new WechatMp(options as WechatMpOptions);
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('wrong options', () => {
  it.each<[path: string, wrong: Record<string, unknown>]>([
    ['appId', { appId: 'gh_0123456789ab' }],
    ['appSecret', { appSecret: '' }],
    ['appSecret', { appSecret: `${secret}\n` }],
    ['appSecret', { appSecret: { secret } }],
    ['appSecert', { appSecert: secret }],
    ['baseUrl', { baseUrl: 'api.weixin.qq.com' }],
    ['baseUrl', { baseUrl: `https://user:${secret}@gateway.test` }],
    ['baseUrl', { baseUrl: `https://gateway.test/?key=${secret}` }],
    ['redis', { redis: `localhost:6379?password=${secret}` }],
    ['redis', { redis: `redis://:${secret}@localhost:port` }],
    ['redis', { redis: { host: 'localhost', password: secret } }],
    ['sendStore', { sendStore: null }],
    ['sendStore', { sendStore: 'sqlite' }],
    ['sendStore', { sendStore: `postgres://u:${secret}@h/d` }],
    ['sendStore.postgres.url', { sendStore: { postgres: `mysql://u:${secret}@h/d` } }],
    ['token.mode', { token: { mode: 'fresh' } }],
    ['token.fetch', { token: { mode: 'external' } }],
    ['token.marginMs', { token: { marginMs: '120' } }],
    ['token.margin', { token: { margin: 120 } }],
    ['retry.maxRetries', { retry: { maxRetries: -1 } }],
    ['retry.retries', { retry: { retries: 0 } }],
    ['limits.perRecipient.max', { limits: { perRecipient: { max: 0, windowMs: 1000 } } }],
    ['limits.perUser', { limits: { perUser: { max: 4, windowMs: 1000 } } }],
    ['timeoutMs', { timeoutMs: '5' }],
    ['deadlineMs', { deadlineMs: Number.NaN }],
    ['proxy', { proxy: `socks5://user:${secret}@proxy.test` }],
    ['verdicts.0.kind', { verdicts: [{ errcode: 1, name: 'x', kind: 'nonsense' }] }],
    ['logger', { logger: { info: () => undefined } }],
    ['clock', { clock: {} }],
    ['timeout', { timeout: 5 }],
  ])('%s is named at construction, without showing a secret: %o', (path, wrong) => {
    const error = problemOf({ appId, appSecret, sendStore: 'memory', ...wrong });
    expect(error).toMatchObject({ code: 'CONFIG', issues: [{ path }] });
    expect(String(error)).toContain(path);
    expect(String(error)).not.toContain('***');
    expect(`${inspect(error, { depth: 9 })}${JSON.stringify(error)}`).not.toContain(secret);
  });

  it.each([[undefined], [null], [secret]])('something else in their place is an error as well', (options) => {
    const error = problemOf(options);
    expect(error).toMatchObject({ code: 'CONFIG', issues: [{ path: '(options)' }] });
    expect(String(error)).not.toContain(secret);
  });
});
