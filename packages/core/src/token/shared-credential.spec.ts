import { describe, expect, it } from 'vitest';
import { appId, networkDown, tokenScene, within, wrongSecret } from '../../test/support/token-platform.js';
import { Deadline } from '../retry/deadline.js';

describe('SharedCredential.get', () => {
  it('F13: fetches nothing before the first call asks, and then once for all that ask', async () => {
    const { credential, platform, clock } = tokenScene();
    const token = credential();
    await clock.advance(60_000);
    expect(platform.hits).toBe(0);
    const values = await Promise.all(Array.from({ length: 50 }, () => token.get()));
    expect(new Set(values)).toEqual(new Set(['TKN_1']));
    expect(platform.fetches).toEqual([{ force: false, atMs: 60_000 }]);
  });

  it('answers at once, without a promise, while the copy is good', async () => {
    const token = tokenScene().credential();
    await token.get();
    expect(token.get()).toBe('TKN_1');
  });

  it('begins the refresh 120 s before the end and serves the old token until the new one is there', async () => {
    const { credential, platform, clock, events } = tokenScene();
    const token = credential();
    await token.get();
    platform.delayMs = 3_000;
    await clock.advance(7_079_000);
    expect(token.get()).toBe('TKN_1');
    expect(platform.hits).toBe(1);
    await clock.advance(2_000);
    expect(token.get()).toBe('TKN_1');
    await clock.advance(1_000);
    expect(token.get()).toBe('TKN_1');
    expect(platform.hits).toBe(2);
    await clock.advance(3_000);
    expect(token.get()).toBe('TKN_2');
    expect(platform.hits).toBe(2);
    expect(events.filter(({ type }) => type === 'token.refreshed')).toMatchObject([
      { key: appId, reason: 'missing', forced: false, lifetimeMs: 7_200_000 },
      { key: appId, reason: 'expiring', forced: false, durationMs: 3_000 },
    ]);
  });

  it('F15: a life shorter than the margin is used, and refreshed once, not with every call', async () => {
    const { credential, platform, clock } = tokenScene();
    platform.lifetimeMs = 90_000;
    const token = credential();
    await token.get();
    for (let second = 0; second < 44; second += 1) {
      for (let call = 0; call < 20; call += 1) expect(token.get()).toBe('TKN_1');
      await clock.advance(1_000);
    }
    expect(platform.hits).toBe(1);
    await clock.advance(2_000);
    for (let call = 0; call < 20; call += 1) void token.get();
    await clock.advance(1_000);
    expect(platform.hits).toBe(2);
  });

  it('F15: a platform that gives the rest of a life again and again is asked a few times, not endlessly', async () => {
    const { credential, clock } = tokenScene();
    let fetches = 0;
    const fetch = async () => {
      fetches += 1;
      return { value: 'TKN_1', lifetimeMs: 90_000 - clock.monotonic() };
    };
    const token = credential({}, { fetch });
    await token.get();
    for (let second = 0; second < 80; second += 1) {
      void token.get();
      await clock.advance(1_000);
    }
    expect(fetches).toBeLessThanOrEqual(6);
  });

  it('F17: a token whose answer took 30 s ends 7200 s after the question, not after the answer', async () => {
    const { credential, platform, clock } = tokenScene();
    platform.delayMs = 30_000;
    const token = credential({ fetchTimeoutMs: 60_000, lockLeaseMs: 60_000 });
    await within(clock, 31_000, Promise.resolve(token.get()));
    platform.outage = networkDown();
    await clock.advance(7_180_000 - clock.monotonic());
    expect(token.get()).toBe('TKN_1');
    await clock.advance(7_199_000 - clock.monotonic());
    await expect(within(clock, 60_000, Promise.resolve(token.get()))).rejects.toMatchObject({
      code: 'TOKEN_ERROR',
    });
  });

  it('does not retry a failed background refresh with every call, but less and less often', async () => {
    const { credential, platform, clock, events } = tokenScene();
    const token = credential();
    await token.get();
    await clock.advance(7_080_000);
    platform.outage = networkDown();
    for (let second = 0; second < 100; second += 1) {
      for (let call = 0; call < 10; call += 1) expect(token.get()).toBe('TKN_1');
      await clock.advance(1_000);
    }
    expect(platform.hits - 1).toBeGreaterThan(3);
    expect(platform.hits - 1).toBeLessThan(10);
    const failed = events.filter(({ type }) => type === 'token.refresh-failed');
    expect(failed).toHaveLength(platform.hits - 1);
    expect(failed[0]).toMatchObject({ error: 'NETWORK', oldTokenRemainingMs: 115_000 });
  });

  it('shares a failure among those who wait, and asks again after a short cool-down', async () => {
    const { credential, platform, clock } = tokenScene();
    platform.failures.push(networkDown());
    const token = credential();
    const answers = await Promise.allSettled(Array.from({ length: 100 }, async () => token.get()));
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    await expect(token.get()).rejects.toMatchObject({ code: 'TOKEN_ERROR', cause: { code: 'NETWORK' } });
    expect(platform.hits).toBe(1);
    await clock.advance(250);
    expect(await token.get()).toBe('TKN_1');
  });

  it('ends a fetch that takes too long', async () => {
    const { credential, platform, clock } = tokenScene();
    platform.delayMs = 60_000;
    const token = credential();
    await expect(within(clock, 9_000, Promise.resolve(token.get()))).rejects.toMatchObject({
      code: 'TOKEN_ERROR',
      message: expect.stringContaining('8000 ms'),
    });
    expect(clock.sleeping).toBe(0);
  });

  it('refuses an answer that was dead on arrival', async () => {
    const { credential } = tokenScene();
    const token = credential({}, { fetch: async () => ({ value: 'TKN_1', lifetimeMs: 0 }) });
    await expect(token.get()).rejects.toMatchObject({
      code: 'TOKEN_ERROR',
      hint: expect.stringContaining('expires_in'),
    });
  });
});

describe('SharedCredential.get, when the credential is refused', () => {
  it('F11: 100 calls within a second hit the platform once, and all are told the same', async () => {
    const { credential, platform, clock } = tokenScene();
    platform.outage = wrongSecret();
    const token = credential();
    for (let call = 0; call < 100; call += 1) {
      await expect(token.get()).rejects.toMatchObject({
        code: 'TOKEN_ERROR',
        errcode: 40125,
        hint: 'Check the secret.',
      });
      await clock.advance(10);
    }
    expect(platform.hits).toBe(1);
    await clock.advance(30_000);
    await expect(token.get()).rejects.toMatchObject({ errcode: 40125 });
    expect(platform.hits).toBe(2);
  });

  it('F11: the other processes of the fleet do not ask either', async () => {
    const { credential, platform } = tokenScene();
    platform.outage = wrongSecret();
    await expect(credential().get()).rejects.toMatchObject({ errcode: 40125 });
    await expect(credential().get()).rejects.toMatchObject({
      code: 'TOKEN_ERROR',
      errcode: 40125,
      errmsg: 'invalid appsecret',
      hint: 'Check the secret.',
    });
    expect(platform.hits).toBe(1);
  });

  it('F11: one host whose IP is not allowed does not keep the others from fetching, and then uses their token', async () => {
    const { credential, platform } = tokenScene();
    const refused = credential(
      {},
      { fetch: () => Promise.reject(wrongSecret()), refusalScope: () => 'host' },
    );
    await expect(refused.get()).rejects.toMatchObject({ errcode: 40125 });
    expect(await credential().get()).toBe('TKN_1');
    expect(await refused.get()).toBe('TKN_1');
    expect(platform.hits).toBe(1);
  });

  it('a wrong secret does not block a process that has the right one', async () => {
    const { credential } = tokenScene();
    const wrong = credential(
      {},
      { fetch: () => Promise.reject(wrongSecret()), refusalKey: `${appId}.wrong` },
    );
    await expect(wrong.get()).rejects.toMatchObject({ errcode: 40125 });
    expect(await credential({}, { refusalKey: `${appId}.right` }).get()).toBe('TKN_1');
  });

  it('serves the old token to its end all the same', async () => {
    const { credential, platform, clock } = tokenScene();
    const token = credential();
    await token.get();
    platform.outage = wrongSecret();
    await clock.advance(7_100_000);
    expect(token.get()).toBe('TKN_1');
    await clock.advance(1_000);
    expect(token.get()).toBe('TKN_1');
    expect(platform.hits).toBe(2);
  });
});

describe('SharedCredential.get, for one caller among many', () => {
  it('a caller that aborts leaves at once; the refresh goes on for the others', async () => {
    const { credential, platform, clock } = tokenScene();
    platform.delayMs = 1_000;
    const token = credential();
    const abort = new AbortController();
    const leaving = Promise.resolve(token.get({ signal: abort.signal }));
    const staying = Promise.resolve(token.get());
    await clock.advance(500);
    abort.abort();
    await expect(leaving).rejects.toMatchObject({ code: 'DEADLINE', reason: 'aborted' });
    await clock.advance(500);
    expect(await staying).toBe('TKN_1');
    expect(platform.hits).toBe(1);
  });

  it('a caller leaves at its deadline', async () => {
    const { credential, platform, clock } = tokenScene();
    platform.delayMs = 2_000;
    const token = credential();
    const leaving = Promise.resolve(token.get(new Deadline(1_000, undefined, clock)));
    leaving.catch(() => undefined);
    await clock.advance(1_000);
    await expect(leaving).rejects.toMatchObject({ code: 'DEADLINE', reason: 'deadline' });
    await clock.advance(1_000);
    expect(token.get()).toBe('TKN_1');
  });
});

describe('SharedCredential.peek', () => {
  it('F62: looks without ever fetching', async () => {
    const { credential, platform, clock } = tokenScene();
    const token = credential();
    expect(token.peek()).toEqual({ state: 'none', failure: undefined });
    await token.get();
    await clock.advance(100_000);
    expect(token.peek()).toEqual({
      state: 'fresh',
      ageMs: 100_000,
      remainingMs: 7_095_000,
      failure: undefined,
    });
    await clock.advance(7_000_000);
    expect(token.peek()).toMatchObject({ state: 'due', remainingMs: 95_000 });
    await clock.advance(7_000_000);
    expect(token.peek()).toMatchObject({ state: 'expired', remainingMs: 0 });
    expect(platform.hits).toBe(1);
  });

  it('shows the failure that keeps the platform from being asked', async () => {
    const { credential, platform } = tokenScene();
    platform.outage = wrongSecret();
    const token = credential();
    await expect(token.get()).rejects.toThrow();
    expect(token.peek()).toMatchObject({ state: 'none', failure: { errcode: 40125 } });
  });
});

describe('SharedCredential.close', () => {
  it('ends the refresh under way, fails those who wait and leaves nothing running', async () => {
    const { credential, platform, clock } = tokenScene();
    platform.delayMs = 5_000;
    const token = credential();
    const waiting = Promise.resolve(token.get());
    waiting.catch(() => undefined);
    await clock.advance(100);
    await token.close();
    await expect(waiting).rejects.toMatchObject({
      code: 'TOKEN_ERROR',
      message: expect.stringContaining('closed'),
    });
    await expect(token.get()).rejects.toMatchObject({ code: 'TOKEN_ERROR' });
    expect(clock.sleeping).toBe(0);
  });

  it('ends a wait for another process too', async () => {
    const { credential, platform, clock } = tokenScene();
    platform.delayMs = 5_000;
    const holder = Promise.resolve(credential().get());
    const token = credential();
    const waiting = Promise.resolve(token.get());
    waiting.catch(() => undefined);
    await clock.advance(1_000);
    await token.close();
    await expect(waiting).rejects.toMatchObject({ message: expect.stringContaining('closed') });
    await clock.advance(5_000);
    expect(await holder).toBe('TKN_1');
  });
});

describe('SharedCredential options', () => {
  it.each([
    ['marginMs', 0],
    ['maxForcesPerDay', -1],
    ['lockLeaseMs', 1.5],
    ['waitMs', Number.NaN],
    ['refusalMs', '30s'],
  ])('refuses %s: %s and names it', (name, value) => {
    const { credential } = tokenScene();
    expect(() => credential({ [name]: value })).toThrow(
      expect.objectContaining({
        code: 'CONFIG',
        issues: [expect.objectContaining({ path: `token.${name}` })],
      }),
    );
  });

  it('takes an option that is set to undefined as left out', async () => {
    expect(await tokenScene().credential({ marginMs: undefined, waitMs: undefined }).get()).toBe('TKN_1');
  });
});
