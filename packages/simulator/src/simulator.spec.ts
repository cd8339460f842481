import { afterEach, describe, expect, it } from 'vitest';
import { APP_ID, Caller, message, OPENID, SEND } from '../test/support/caller.js';
import { SimulatorClock } from './clock/simulator-clock.js';
import type { SimulatorOptions } from './options/options.js';
import { fields } from './server/answer.js';
import { withoutToken, withToken } from './server/route.js';
import type { Simulator } from './simulator.js';
import { startSimulator } from './start-simulator.js';

let simulator: Simulator;
afterEach(() => simulator.close());

async function start(options: SimulatorOptions = {}): Promise<Caller> {
  simulator = await startSimulator(options);
  return new Caller(simulator);
}

describe('the log of requests', () => {
  it('tells how each request came and what it got', async () => {
    const caller = await start();
    const token = await caller.stableToken();
    await caller.raw(
      SEND,
      { access_token: token, lang: 'zh' },
      { method: 'POST', body: JSON.stringify(message({ touser: 'x' })), headers: { 'x-trace': '1' } },
    );
    expect(simulator.requests.at(-1)).toMatchObject({
      number: 2,
      method: 'POST',
      path: SEND,
      query: { lang: 'zh' },
      token,
      body: message({ touser: 'x' }),
      headers: { 'x-trace': '1' },
      appId: APP_ID,
      status: 200,
      errcode: 40003,
    });
    expect(simulator.requests[0]).toMatchObject({ path: '/cgi-bin/stable_token', appId: APP_ID, errcode: 0 });
  });

  it('keeps the newest `maxLog` requests and counts them all', async () => {
    const caller = await start({ maxLog: 3 });
    for (let turn = 1; turn <= 7; turn += 1) await caller.get('/x', { turn: String(turn) });
    expect(simulator.requests.map(({ query }) => query.turn)).toEqual(['5', '6', '7']);
    expect(simulator.hits('/x')).toBe(7);
  });

  it('can be switched off, and still counts', async () => {
    const caller = await start({ log: false });
    await caller.send();
    expect(simulator.requests).toEqual([]);
    expect(simulator.hits(SEND)).toBe(1);
    expect(simulator.deliveries).toHaveLength(1);
  });
});

describe('the clock', () => {
  it('runs at the speed asked for', async () => {
    await start({ clock: { speed: 1_000, startMs: 0 } });
    await expect.poll(() => simulator.clock.now(), { timeout: 10_000 }).toBeGreaterThan(10_000);
  });

  it('may be one that was handed in, and can be moved on all the same', async () => {
    const own = { at: 5_000, now: () => own.at };
    await start({ clock: own });
    own.at += 1_000;
    expect(simulator.clock.now()).toBe(6_000);
    simulator.clock.advance(500);
    expect(simulator.clock.now()).toBe(6_500);
    expect(() => simulator.clock.advance(-1)).toThrow('clock.advance');
  });

  it('may be shared by two simulators', async () => {
    const clock = new SimulatorClock({ speed: 0, startMs: 1 });
    await start({ clock });
    const other = await startSimulator({ clock });
    simulator.clock.advance(9);
    expect(other.clock.now()).toBe(10);
    await other.close();
  });
});

describe('latency', () => {
  it('delays answers, not what is done', async () => {
    const caller = await start({ latencyMs: [80, 120] });
    const token = await caller.stableToken();
    const startedAt = performance.now();
    const answer = caller.post(SEND, message(), { access_token: token });
    await expect.poll(() => simulator.deliveredTo(OPENID).length, { interval: 5, timeout: 10_000 }).toBe(1);
    await answer;
    expect(performance.now() - startedAt).toBeGreaterThan(75);
  });
});

describe('define', () => {
  it('adds endpoints, with and without a token', async () => {
    const caller = await start();
    simulator.define(withToken('GET', '/cgi-bin/new', ({ account }) => fields({ of: account.appId })));
    simulator.define(withoutToken('GET', '/open', ({ query }) => fields({ echo: query.get('q') })));
    expect(await caller.ask('/cgi-bin/new')).toEqual({ of: APP_ID });
    expect(await caller.get('/cgi-bin/new')).toMatchObject({ errcode: 41001 });
    expect(await caller.get('/open', { q: 'x' })).toEqual({ echo: 'x' });
    expect(await caller.tell('/cgi-bin/openapi/quota/get', { cgi_path: '/cgi-bin/new' })).toMatchObject({
      errcode: 0,
    });
  });
});

describe('accounts', () => {
  it('are found by id, and an id that is not there is an error that names those that are', async () => {
    await start();
    expect(simulator.account(APP_ID).appId).toBe(APP_ID);
    expect(() => simulator.account('wxNOBODY')).toThrow(`appId: expected ${APP_ID}, got "wxNOBODY"`);
  });
});

describe('close', () => {
  it('also ends requests that a fault left hanging', async () => {
    const caller = await start();
    simulator.faults.add({ kind: 'hang' });
    const hanging = expect(caller.get('/x')).rejects.toThrow('fetch failed');
    await expect.poll(() => simulator.hits('/x'), { timeout: 10_000 }).toBe(1);
    await simulator.close();
    await hanging;
  });
});
