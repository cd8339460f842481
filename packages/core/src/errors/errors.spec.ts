import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ApiError,
  isWechatError,
  isWechatErrorOf,
  NetworkError,
  OutcomeUnknownError,
  ResponseError,
} from './errors.js';
import { redactText } from './redact.js';

const secret = 'TKN_SECRET_4711';

/** Every way in which somebody may print an error. */
function printed(error: Error): string {
  const { cause } = error;
  return [
    String(error),
    error.message,
    error.stack,
    JSON.stringify(error),
    JSON.stringify({ ...error }),
    inspect(error, { depth: 10, showHidden: true, getters: true }),
    inspect(cause, { depth: 10, showHidden: true }),
    JSON.stringify(cause),
  ].join('\n');
}

describe('F92: an error holds no secret, however it is printed', () => {
  it('not from the text of a platform or a library', () => {
    const texts = [
      `GET /cgi-bin/token?grant_type=client_credential&secret=${secret}`,
      `invalid credential, access_token=${secret}&x=1 rid: 1-2-3`,
      `{"access_token":"${secret}","expires_in":7200}`,
      `{\\"session_key\\":\\"${secret}\\"}`,
      `{ access_token: '${secret}' }`,
      `appsecret: ${secret}`,
      `?js_code=${secret}`,
      `/sns/oauth2/access_token?appid=a&code=${secret}&grant_type=authorization_code`,
    ];
    for (const text of texts) {
      const error = new ApiError({ errcode: 1, errmsg: text, hint: text, cause: new Error(text) });
      expect(printed(error), text).not.toContain(secret);
      expect(printed(new ResponseError(text, { sample: text })), text).not.toContain(secret);
    }
  });

  it('not from what a library hangs on its own errors', () => {
    const cause = Object.assign(new Error('Request failed'), {
      code: 'ECONNRESET',
      config: { url: `/x?access_token=${secret}`, headers: { 'x-key': secret } },
      request: { path: secret },
      response: { data: secret },
    });
    const error = new NetworkError('no answer', { systemCode: 'ECONNRESET', cause });
    expect(printed(error)).not.toContain(secret);
    expect(error.cause).toMatchObject({ message: 'Request failed', code: 'ECONNRESET' });
  });

  it('not through a chain of causes', () => {
    const inner = new NetworkError(`x?access_token=${secret}`, {
      systemCode: 'X',
      cause: new Error(`secret=${secret}`),
    });
    expect(printed(new OutcomeUnknownError('nobody knows', { cause: inner }))).not.toContain(secret);
  });

  it('leaves the words of everyday alone', () => {
    for (const text of [
      'code: 45011',
      'error code: ECONNRESET',
      'the key is: value',
      'errcode=40001',
      'a ticket was sold',
    ]) {
      expect(redactText(text)).toBe(text);
    }
  });

  it('takes any value out, whatever it is made of', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_\-.~%+/=]{6,80}$/), (value) => {
        expect(redactText(`https://h/p?access_token=${value}&b=2`)).toBe('https://h/p?access_token=***&b=2');
        expect(redactText(`{"secret":"${value}"}`)).toBe('{"secret":"***"}');
      }),
    );
  });
});

describe('an error', () => {
  it('says in its JSON what it knows, and nothing that it does not know', () => {
    const error = new ApiError({
      errcode: 43101,
      errmsg: 'user refused',
      endpoint: 'template.send',
      requestId: 'a1',
      hint: 'h',
    });
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'ApiError',
      message: 'template.send: errcode 43101 user refused',
      code: 'API_ERROR',
      endpoint: 'template.send',
      requestId: 'a1',
      hint: 'h',
      errcode: 43101,
      errmsg: 'user refused',
      replayed: false,
    });
  });

  it('is told by its brand, also when another copy of the package made it', () => {
    const foreign = Object.assign(new Error('x'), { code: 'NETWORK', [Symbol.for('wetempo.error')]: true });
    expect(isWechatError(foreign)).toBe(true);
    expect(isWechatErrorOf(foreign, 'NETWORK')).toBe(true);
    expect(isWechatErrorOf(foreign, 'HTTP')).toBe(false);
    expect(isWechatError(new Error('x'))).toBe(false);
    expect(isWechatError({ code: 'NETWORK' })).toBe(false);
  });
});
