import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { APP_ID, Caller } from '../../test/support/caller.js';
import type { Simulator } from '../simulator.js';
import { startSimulator } from '../start-simulator.js';

const MINUTE_MS = 60_000;

let simulator: Simulator;
let caller: Caller;

beforeEach(async () => {
  // 2026-01-01 12:00 in Beijing, and the time moves only when it is told to.
  simulator = await startSimulator({ clock: { speed: 0, startMs: Date.UTC(2026, 0, 1, 4) } });
  caller = new Caller(simulator);
});

afterEach(() => simulator.close());

describe('GET /cgi-bin/token', () => {
  it('answers a token for two hours, without an errcode', async () => {
    expect(await caller.fetchClassic()).toEqual({ access_token: expect.any(String), expires_in: 7200 });
  });

  it('makes a new token each time and lets the previous one work for five more minutes', async () => {
    const first = await caller.classicToken();
    const second = await caller.classicToken();
    expect(second).not.toBe(first);
    simulator.clock.advance(5 * MINUTE_MS - 1);
    expect(await caller.errcodeWith(first)).toBe(0);
    simulator.clock.advance(1);
    expect(await caller.errcodeWith(first)).toBe(40001);
    expect(await caller.errcodeWith(second)).toBe(0);
  });

  it('keeps no more than two tokens alive', async () => {
    const first = await caller.classicToken();
    await caller.classicToken();
    await caller.classicToken();
    expect(await caller.errcodeWith(first)).toBe(40001);
  });

  it('answers 45009 after 2000 calls and is back at midnight in Beijing', async () => {
    const small = await startSimulator({
      limits: { tokenPerDay: 2 },
      clock: { speed: 0, startMs: Date.UTC(2026, 0, 1, 15, 59) },
    });
    const other = new Caller(small);
    await other.fetchClassic();
    await other.fetchClassic();
    expect(await other.fetchClassic()).toMatchObject({ errcode: 45009 });
    small.clock.advance(MINUTE_MS);
    expect(await other.fetchClassic()).toMatchObject({ expires_in: 7200 });
    await small.close();
  });
});

describe('POST /cgi-bin/stable_token', () => {
  it('answers the same token with what is left of it', async () => {
    const first = await caller.fetchStable();
    simulator.clock.advance(1_000_000);
    expect(await caller.fetchStable()).toEqual({ access_token: first.access_token, expires_in: 6200 });
  });

  it('answers a new token in the last five minutes, while the old one goes on to its end', async () => {
    const first = await caller.stableToken();
    simulator.clock.advance(115 * MINUTE_MS - 1);
    expect(await caller.fetchStable()).toEqual({ access_token: first, expires_in: 301 });
    simulator.clock.advance(1);
    const second = await caller.fetchStable();
    expect(second.access_token).not.toBe(first);
    expect(second.expires_in).toBe(7200);
    expect(await caller.errcodeWith(first)).toBe(0);
    simulator.clock.advance(5 * MINUTE_MS);
    expect(await caller.errcodeWith(first)).toBe(42001);
  });

  it('ends the token at once when a refresh is forced', async () => {
    const first = await caller.stableToken();
    const second = await caller.stableToken({ force_refresh: true });
    expect(second).not.toBe(first);
    expect(await caller.errcodeWith(first)).toBe(40001);
    expect(await caller.errcodeWith(second)).toBe(0);
  });

  it('does not refresh when forced again within 30 seconds', async () => {
    const first = await caller.stableToken({ force_refresh: true });
    simulator.clock.advance(29_999);
    expect(await caller.stableToken({ force_refresh: true })).toBe(first);
    simulator.clock.advance(1);
    expect(await caller.stableToken({ force_refresh: true })).not.toBe(first);
  });

  it('does not refresh when forced more than 20 times a day', async () => {
    const tokens = new Set<string>();
    for (let turn = 0; turn < 25; turn += 1) {
      tokens.add(await caller.stableToken({ force_refresh: true }));
      simulator.clock.advance(30_000);
    }
    expect(tokens.size).toBe(20);
  });

  it('answers 45011 after 10 000 calls in a clock minute', async () => {
    const small = await startSimulator({
      limits: { perEndpointPerMinute: { '/cgi-bin/stable_token': 1 } },
      clock: { speed: 0 },
    });
    const other = new Caller(small);
    await other.fetchStable();
    expect(await other.fetchStable()).toMatchObject({ errcode: 45011 });
    await small.close();
  });

  it('does not end tokens of GET /cgi-bin/token, nor the other way round', async () => {
    const classic = await caller.classicToken();
    const stable = await caller.stableToken({ force_refresh: true });
    expect(await caller.errcodeWith(classic)).toBe(0);
    await caller.classicToken();
    expect(await caller.errcodeWith(stable)).toBe(0);
  });
});

describe('a credential that is not right', () => {
  it.each([
    [40125, { secret: 'WRONG' }],
    [40013, { appid: 'wx9999999999999999' }],
    [40002, { grant_type: 'password' }],
    [41002, { appid: '' }],
    [41004, { secret: '' }],
  ])('gets %i from both token endpoints', async (errcode, change) => {
    expect(await caller.fetchStable(change)).toMatchObject({ errcode });
    expect(await caller.fetchClassic(change)).toMatchObject({ errcode });
  });

  it('gets 40001 for a wrong secret where that is asked for', async () => {
    const other = await startSimulator({ tokens: { wrongSecretErrcode: 40001 } });
    expect(await new Caller(other, APP_ID, 'WRONG').fetchStable()).toMatchObject({ errcode: 40001 });
    await other.close();
  });

  it('gets 40164 with the address while the IP is not on the list', async () => {
    simulator.account(APP_ID).ipNotAllowed = true;
    expect(await caller.fetchStable()).toMatchObject({
      errcode: 40164,
      errmsg: expect.stringMatching(/^invalid ip \S+ ipv6 \S+, not in whitelist rid: /),
    });
    simulator.account(APP_ID).ipNotAllowed = false;
    expect(await caller.fetchStable()).toMatchObject({ expires_in: 7200 });
  });
});

describe('a call', () => {
  it('without a token gets 41001 and with a made-up one 40014', async () => {
    expect(await caller.get('/cgi-bin/tags/get')).toMatchObject({ errcode: 41001 });
    expect(await caller.errcodeWith('garbage')).toBe(40014);
  });

  it('goes to the account that its token belongs to', async () => {
    const two = await startSimulator({
      accounts: [
        { appId: 'wxA', appSecret: 'a' },
        { appId: 'wxB', appSecret: 'b' },
      ],
    });
    await new Caller(two, 'wxA', 'a').send();
    await new Caller(two, 'wxB', 'b').send();
    expect(two.deliveries.map(({ appId }) => appId)).toEqual(['wxA', 'wxB']);
    await two.close();
  });
});

describe('behind the caller’s back', () => {
  it.each([40001, 40014, 42001] as const)('revoked tokens get %i', async (errcode) => {
    const tokens = [await caller.stableToken(), await caller.classicToken()];
    simulator.tokens.revoke(APP_ID, { errcode });
    for (const token of tokens) expect(await caller.errcodeWith(token)).toBe(errcode);
  });

  it('a revoked token has a successor for whoever asks without force', async () => {
    const first = await caller.stableToken();
    simulator.tokens.revoke(APP_ID);
    const second = await caller.stableToken();
    expect(second).not.toBe(first);
    expect(await caller.errcodeWith(second)).toBe(0);
    expect(simulator.tokens.current(APP_ID)).toBe(second);
  });

  it('a revoked token without a successor comes back until a refresh is forced', async () => {
    const first = await caller.stableToken();
    simulator.tokens.revoke(APP_ID, { replaced: false });
    expect(await caller.stableToken()).toBe(first);
    expect(simulator.tokens.current(APP_ID)).toBeUndefined();
    expect(await caller.errcodeWith(await caller.stableToken({ force_refresh: true }))).toBe(0);
  });

  it('tokens can be made to expire', async () => {
    const first = await caller.stableToken();
    simulator.tokens.expire(APP_ID);
    expect(await caller.errcodeWith(first)).toBe(42001);
    expect(await caller.stableToken()).not.toBe(first);
    expect(simulator.tokens.issued(APP_ID).map(({ kind }) => kind)).toEqual(['stable', 'stable']);
  });
});
