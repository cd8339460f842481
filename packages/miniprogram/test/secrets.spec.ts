import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { appId, appSecret, openid } from './fixtures.js';
import { type Answer, cut, oddPlatform } from './odd-platform.js';

const sessionKey = 'c2Vzc2lvbi1rZXktMTIzNA==';
const code = 'CODE_4711_OF_A_LOGIN';

/** Ways of an answer to go wrong that hold, or quote, what must stay here. */
const answers: [string, Answer][] = [
  ['an answer cut within the key', () => `{"openid":"o1","session_key":"${sessionKey.slice(0, 20)}`],
  ['an answer without the openid', () => ({ session_key: sessionKey })],
  ['a refusal that quotes the request', ({ query }) => ({ errcode: 40029, errmsg: `invalid code ${query}` })],
  ['a page that quotes the request', ({ query }) => `<html>${query} session_key=${sessionKey}</html>`],
  ['an answer within a text', () => JSON.stringify(JSON.stringify({ session_key: sessionKey }))],
  ['a cut connection', cut],
  ['a good answer', () => ({ openid: 'o1', session_key: sessionKey })],
];

describe('F92: what is secret', () => {
  it.each(answers)('is in no error, event or log line after %s', async (_, answer) => {
    const { client } = await oddPlatform({
      '/sns/jscode2session': answer,
      '/wxa/checksession': answer,
      '/wxa/resetusersessionkey': answer,
      '/wxa/business/getuserphonenumber': answer,
    });
    const seen: string[] = [];
    const see = (value: unknown) =>
      seen.push(inspect(value, { depth: 12, showHidden: true, getters: true }), JSON.stringify(value) ?? '');
    const line = (fields: object, text: string) => see({ text, ...fields });
    const mini = client({
      onEvent: see,
      logger: { debug: line, info: line, warn: line, error: line },
      retry: { maxRetries: 0 },
    });
    const session = { openid: openid(1), session_key: sessionKey };
    const calls = [
      () => mini.auth.code2Session({ js_code: code }),
      () => mini.auth.checkSession(session),
      () => mini.auth.resetSession(session),
      () => mini.auth.getPhoneNumber({ code }),
      () => mini.quota.clearAllWithSecret(),
    ];
    for (const call of calls) await call().catch(see);
    const text = seen.join('\n');
    expect(text).toContain(appId);
    for (const secret of [sessionKey, sessionKey.slice(0, 20), code, appSecret, 'TKN_1']) {
      expect(text).not.toContain(secret);
    }
  });
});
