import { type AnyEndpoint, type Verdict, VerdictTable } from '@wetempo/core';
import { describe, expect, it } from 'vitest';
import { mpEndpointGroups } from '../endpoints/index.js';
import { advice } from './advice.js';
import { mpErrcodes } from './index.js';

const { customerMessage, menu, oauth, qrcode, subscribeMessage, template, token, user } = mpEndpointGroups;
const verdicts = new VerdictTable(mpErrcodes);

function judge(errcode: number, endpoint: AnyEndpoint = template.send): Verdict {
  const answer = { type: 'answer', status: 200, errcode, errmsg: 'x', retryAfterMs: undefined } as const;
  return verdicts.judge(endpoint, answer, 0);
}

describe('the errcodes of Official Accounts', () => {
  const codes = mpErrcodes.map(({ errcode }) => errcode);

  it('stand in order, each once, with names of their own', () => {
    expect(codes).toEqual([...codes].sort((a, b) => a - b));
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(mpErrcodes.map(({ name }) => name)).size).toBe(codes.length);
    expect(codes.length).toBeGreaterThanOrEqual(829);
  });

  it('have a meaning in both languages', () => {
    const mute = mpErrcodes.filter(({ meaning }) => meaning.zh === '' || meaning.en === '');
    expect(mute).toEqual([]);
  });

  it('cover every piece of advice', () => {
    const orphans = Object.keys(advice).filter((code) => !codes.includes(Number(code)));
    expect(orphans).toEqual([]);
  });

  it('give advice in whole sentences', () => {
    for (const { errcode, hint } of mpErrcodes) {
      if (hint !== undefined) expect(hint, String(errcode)).toMatch(/^[A-Z`].*\.$/);
    }
  });
});

describe('recovery', () => {
  it('F63: a spent daily quota closes this endpoint alone until the next day', () => {
    expect(judge(45009)).toMatchObject({ kind: 'rate-day', retry: 'next-day', scope: 'endpoint' });
  });

  it.each([45011, 44991])('%i is over with the next minute', (errcode) => {
    expect(judge(errcode)).toMatchObject({ kind: 'rate-minute', retry: 'next-minute', scope: 'endpoint' });
  });

  it('45010 is a limit, except on the menu endpoints, where it counts menus', () => {
    expect(judge(45010)).toMatchObject({ kind: 'rate-minute', retry: 'backoff', scope: 'endpoint' });
    expect(judge(45010, customerMessage.send)).toMatchObject({ retry: 'backoff' });
    for (const endpoint of Object.values(menu)) {
      expect(judge(45010, endpoint)).toMatchObject({
        kind: 'bad-argument',
        retry: 'never',
        scope: undefined,
      });
    }
  });

  it('45033 is no limit on concurrency here', () => {
    expect(judge(45033)).toMatchObject({ retry: 'never', scope: undefined });
  });

  it.each([
    [43108, 'recipient'],
    [43117, 'recipient'],
    [44990, 'app'],
  ] as const)('%i backs off for its %s', (errcode, scope) => {
    expect(judge(errcode)).toMatchObject({ retry: 'backoff', scope, outcome: 'not-done' });
  });

  it.each([40001, 40014, 42001])('%i asks for another token', (errcode) => {
    expect(judge(errcode)).toMatchObject({ kind: 'token-invalid', retry: 'after-refresh' });
  });

  it.each([token.get, token.stable, oauth.token])('40001 from $name is about the secret', (endpoint) => {
    expect(judge(40001, endpoint)).toMatchObject({ kind: 'configuration', retry: 'never' });
  });

  it.each([40001, 40014, 42001])('%i about the token of a visitor refreshes none of ours', (errcode) => {
    expect(judge(errcode, oauth.userInfo)).toMatchObject({ kind: 'permission', retry: 'never' });
  });

  it.each([42006, 42009, 61005, 61006])('%i is about another token, so ours stays', (errcode) => {
    expect(judge(errcode).retry).toBe('never');
  });

  it.each([40013, 40125, 40243])('%i is a matter of configuration', (errcode) => {
    expect(judge(errcode)).toMatchObject({ kind: 'configuration', retry: 'never' });
  });

  it('40164 says where to add the IP', () => {
    expect(judge(40164)).toMatchObject({ kind: 'ip-not-allowed', retry: 'never' });
    expect(judge(40164).hint).toContain('IP白名单');
  });

  it.each([89501, 89502, 89503, 89504, 89505, 89506, 89507])(
    '%i waits for a person, not for us',
    (errcode) => {
      expect(judge(errcode)).toMatchObject({ kind: 'ip-not-allowed', retry: 'never' });
    },
  );

  it.each([40003, 43004, 43019, 43101])('F59: %i is final for that person and no limit', (errcode) => {
    expect(judge(errcode)).toMatchObject({ retry: 'never', outcome: 'not-done', scope: undefined });
  });

  it.each([40003, 43004, 43101, 45047])(
    'F59: %i is everyday business to those who write the log',
    (errcode) => {
      expect(['user-unreachable', 'user-refused', 'rate-user']).toContain(judge(errcode).kind);
    },
  );

  it.each([45015, 45047])('F61: %i is never retried', (errcode) => {
    expect(judge(errcode, customerMessage.send)).toMatchObject({ retry: 'never', outcome: 'not-done' });
  });

  it('F48: -1 was answered, so it may be tried again where the platform drops the double', () => {
    expect(judge(-1)).toMatchObject({ kind: 'busy', retry: 'backoff', outcome: 'not-done' });
    expect(judge(-1, user.info)).toMatchObject({ retry: 'backoff', outcome: 'not-done' });
    expect(judge(-1, qrcode.create)).toMatchObject({ retry: 'backoff', outcome: 'not-done' });
  });

  it.each([subscribeMessage.send, customerMessage.send])(
    'F48: -1 leaves open what became of $name',
    (endpoint) => {
      expect(judge(-1, endpoint)).toMatchObject({ kind: 'busy', outcome: 'unknown' });
    },
  );

  it('48006 says that the month is used up', () => {
    expect(judge(48006)).toMatchObject({ retry: 'never' });
    expect(judge(48006).hint).toContain('next month');
  });

  it('leaves a code that no table knows alone', () => {
    expect(judge(1234567)).toMatchObject({ kind: 'other', retry: 'never', errcode: 1234567 });
  });
});
