import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { looked, remembered, scriptedClient } from '../../../test/support/scripted-client.js';
import { defineEndpoint } from '../../endpoint/define-endpoint.js';
import type { WetempoEvent } from '../../telemetry/events.js';

const slow = { afterMs: 1_000 } as const;

type Script = Parameters<typeof scriptedClient>;

function clientOf(script: Script[0] = [], options: Script[1] = {}) {
  const all = scriptedClient(script, options);
  const told: WetempoEvent[] = [];
  for (const type of ['call.shared', 'call.degraded'] as const)
    all.client.telemetry.on(type, (event) => told.push(event));
  const get = (options = {}, id?: string) => all.client.call(looked, id === undefined ? {} : { id }, options);
  return { ...all, told, get };
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    (value) => value,
    (error: unknown) => Reflect.get(Object(error), 'code'),
  );

describe('identical reads that are under way', () => {
  it('are one request, and each caller gets a value of its own', async () => {
    const { get, leftAt, told } = clientOf();
    const values = await Promise.all([get(), get(), get()]);
    expect(leftAt).toHaveLength(1);
    expect(values.map(({ msgid }) => msgid)).toEqual([1, 1, 1]);
    expect(new Set(values).size).toBe(3);
    expect(told).toMatchObject([
      { type: 'call.shared', from: 'flight' },
      { type: 'call.shared', from: 'flight' },
    ]);
  });

  it('are told from those that ask for something else, and from those that come later', async () => {
    const { get, leftAt } = clientOf();
    await Promise.all([get({}, 'a'), get({}, 'b'), get()]);
    await get();
    expect(leftAt).toHaveLength(4);
  });

  it('end with the same refusal', async () => {
    const { get, leftAt } = clientOf([4]);
    const ends = await Promise.allSettled([get(), get()]);
    expect(ends).toMatchObject([{ reason: { errcode: 4 } }, { reason: { errcode: 4 } }]);
    expect(leftAt).toHaveLength(1);
  });

  it('go on for the others when the one that asked goes away', async () => {
    const { get, leftAt, clock } = clientOf([slow]);
    const leaving = new AbortController();
    const first = codeOf(get({ signal: leaving.signal }));
    const others = [get(), get()];
    await clock.advance(100);
    leaving.abort();
    expect(await first).toBe('DEADLINE');
    expect((await Promise.all(others)).map(({ msgid }) => msgid)).toEqual([2, 2]);
    expect(leftAt).toHaveLength(2);
  });

  it('go on for the one that asked when another one goes away', async () => {
    const { get, leftAt, clock } = clientOf([slow]);
    const leaving = new AbortController();
    const first = get();
    const second = codeOf(get({ signal: leaving.signal }));
    await clock.advance(100);
    leaving.abort();
    expect(await second).toBe('DEADLINE');
    await clock.advance(1_000);
    await expect(first).resolves.toMatchObject({ msgid: 1 });
    expect(leftAt).toHaveLength(1);
  });

  it('are asked again by those who have time where the first one had not enough', async () => {
    const { get, leftAt, clock } = clientOf([1, 1], { retry: { baseMs: 30_000, capMs: 30_000 } });
    const hasty = codeOf(get({ deadlineMs: 5 }));
    const patient = get({ deadlineMs: 600_000 });
    await clock.advance(200_000);
    expect(await hasty).toBe('API_ERROR');
    await expect(patient).resolves.toMatchObject({ msgid: leftAt.length });
  });

  it('are not shared by one that waits and one that does not', async () => {
    const { get, leftAt } = clientOf();
    await Promise.all([get({ onLimit: 'reject' }), get(), get({ tenant: 'anna' })]);
    expect(leftAt).toHaveLength(3);
  });

  it('are left behind by a write: who reads after it gets what was asked after it', async () => {
    const { client, get, leftAt, clock } = clientOf([slow]);
    const before = get();
    await clock.advance(100);
    await client.request({ method: 'POST', path: '/thing/change', body: {} });
    await expect(get()).resolves.toMatchObject({ msgid: 3 });
    await clock.advance(1_000);
    await expect(before).resolves.toMatchObject({ msgid: 1 });
    expect(leftAt).toHaveLength(3);
  });

  it('show each request that leaves to interceptors', async () => {
    const { client, get } = clientOf();
    let seen = 0;
    client.axios.interceptors.request.use((config) => {
      seen += 1;
      return config;
    });
    await Promise.all([get(), get()]);
    await get();
    expect(seen).toBe(2);
  });
});

describe('an answer that its endpoint lets be kept', () => {
  const list = defineEndpoint({
    name: 'thing.list',
    method: 'GET',
    path: '/things',
    docs: 'https://example.com',
    kind: 'read',
    request: z.strictObject({ page: z.number().optional() }),
    response: z.looseObject({ msgid: z.number(), items: z.array(z.string()).default([]) }),
    cache: { ttlMs: 10_000, endedBy: ['thing.add', 'notice.send'] },
  });
  const add = defineEndpoint({
    name: 'thing.add',
    method: 'POST',
    path: '/things/add',
    docs: 'https://example.com',
    kind: 'write',
    request: z.strictObject({}),
    response: z.looseObject({}),
  });

  it('is given again within its time, as a value that nobody else has changed', async () => {
    const { client, leftAt, clock, told } = clientOf();
    const first = await client.call(list, {});
    first.items.push('mine');
    await clock.advance(9_999);
    expect(await client.call(list, {})).toMatchObject({ msgid: 1, items: [] });
    expect(told).toMatchObject([{ type: 'call.shared', from: 'cache', endpoint: 'thing.list' }]);
    await clock.advance(1);
    expect(await client.call(list, {})).toMatchObject({ msgid: 2 });
    expect(leftAt).toHaveLength(2);
  });

  it('is kept for each request by itself', async () => {
    const { client, leftAt } = clientOf();
    await client.call(list, { page: 1 });
    await client.call(list, { page: 2 });
    expect(leftAt).toHaveLength(2);
  });

  it('ends at once with a call that it names, a message included', async () => {
    const { client } = clientOf();
    await client.call(list, {});
    await client.call(add, {});
    expect(await client.call(list, {})).toMatchObject({ msgid: 3 });
    await client.call(remembered, { to: 'anna' }, { requestId: 'a1' });
    expect(await client.call(list, {})).toMatchObject({ msgid: 5 });
  });

  it('is not kept where such a call came to pass while it was on its way', async () => {
    const { client, clock } = clientOf([slow]);
    const early = client.call(list, {});
    await clock.advance(100);
    await client.call(add, {});
    await clock.advance(1_000);
    expect(await early).toMatchObject({ msgid: 1 });
    expect(await client.call(list, {})).toMatchObject({ msgid: 3 });
  });

  it('stays where such a call was refused', async () => {
    const { client } = clientOf([0, 4]);
    await client.call(list, {});
    await expect(client.call(add, {})).rejects.toMatchObject({ errcode: 4 });
    expect(await client.call(list, {})).toMatchObject({ msgid: 1 });
  });

  it('cannot be declared for what is no read, nor for no time', () => {
    const declare = (kind: 'read' | 'write', ttlMs: number) => () =>
      defineEndpoint({
        name: 'thing.other',
        method: 'GET',
        path: '/other',
        docs: 'https://example.com',
        kind,
        request: z.strictObject({}),
        response: z.looseObject({}),
        cache: { ttlMs },
      });
    expect(declare('read', 0)).toThrow('cache.ttlMs');
    expect(declare('write', 1000)).toThrow('only answers of a read');
  });
});

describe('a read that may be degraded', () => {
  const onePerMinute = {
    limits: { headroom: 0, endpoints: { 'thing.get': { max: 1, windowMs: 60_000 } } },
  };
  const degrade = { onLimit: 'degrade' } as const;

  it('is answered with the last good answer, however that was asked for', async () => {
    const { get, leftAt, clock, told } = clientOf([], onePerMinute);
    await get();
    await clock.advance(5_000);
    const [one, two] = [await get(degrade), await get(degrade)];
    expect([one.msgid, two.msgid]).toEqual([1, 1]);
    expect(one).not.toBe(two);
    expect(leftAt).toHaveLength(1);
    expect(told).toMatchObject([
      { type: 'call.degraded', from: 'last-good', ageMs: 5_000, reason: 'RATE_LIMITED' },
      { type: 'call.degraded', from: 'last-good', reason: 'RATE_LIMITED' },
    ]);
  });

  it('is asked for once more in the background, at the moment that was named', async () => {
    const { get, leftAt, clock } = clientOf([], onePerMinute);
    await get();
    for (let call = 0; call < 10; call += 1) await get(degrade);
    await clock.advance(61_000);
    expect(leftAt).toHaveLength(2);
    expect(await get(degrade)).toMatchObject({ msgid: 2 });
    await clock.advance(120_000);
    expect(leftAt).toHaveLength(3);
  });

  it('is answered with what its fallback gives, where nothing came before', async () => {
    const { get, told } = clientOf([], onePerMinute);
    await get({}, 'other');
    const fallback = async () => ({ any: 'thing' });
    expect(await get({ ...degrade, fallback })).toEqual({ any: 'thing' });
    expect(told).toMatchObject([{ from: 'fallback', ageMs: undefined, reason: 'RATE_LIMITED' }]);
  });

  it('a fallback that takes longer than its call keeps nobody', async () => {
    const { get, clock } = clientOf([], onePerMinute);
    await get({}, 'other');
    const never = new Promise(() => undefined);
    const ended = codeOf(get({ ...degrade, fallback: () => never, deadlineMs: 500 }));
    await clock.advance(500);
    expect(await ended).toBe('DEADLINE');
  });

  it('a fallback that throws at once, of a call that is over, leaves no rejection that nobody handles', async () => {
    const { get } = clientOf([], onePerMinute);
    await get({}, 'other');
    const leaving = new AbortController();
    const fallback = () => {
      leaving.abort();
      throw new Error('has nothing either');
    };
    // The rejection would fail the run, as it would end a process.
    await expect(get({ ...degrade, fallback, signal: leaving.signal })).rejects.toThrow('has nothing either');
  });

  it('ends with the error where there is neither', async () => {
    const { get } = clientOf([], onePerMinute);
    await get({}, 'other');
    await expect(get(degrade)).rejects.toMatchObject({ code: 'RATE_LIMITED', origin: 'ours' });
  });

  it('is answered so while its circuit is open, too', async () => {
    const retry = { maxRetries: 0, networkRetries: 0 };
    const { get, leftAt, told } = clientOf([0, 'refused', 'refused', 'refused'], { retry });
    await get();
    for (let call = 0; call < 3; call += 1) expect(await codeOf(get())).toBe('NETWORK');
    expect(await get(degrade)).toMatchObject({ msgid: 1 });
    expect(told).toMatchObject([{ from: 'last-good', reason: 'CIRCUIT_OPEN' }]);
    expect(leftAt).toHaveLength(4);
  });

  it('takes the way of its group where the call names none', async () => {
    const limits = {
      ...onePerMinute.limits,
      app: { perSecond: 100 },
      groups: { page: { share: 0.5, onLimit: 'degrade' as const } },
    };
    const { get } = clientOf([], { limits });
    await get();
    expect(await get({ group: 'page' })).toMatchObject({ msgid: 1 });
  });

  it('takes other failures as they are', async () => {
    const { get } = clientOf([0, 4]);
    await get();
    await expect(get({ ...degrade, fallback: () => 'x' })).rejects.toMatchObject({ errcode: 4 });
  });

  it('asks for nothing more once the client is closed', async () => {
    const { get, client, clock, leftAt } = clientOf([], onePerMinute);
    await get();
    await get(degrade);
    await client.close(0);
    await clock.advance(120_000);
    expect(leftAt).toHaveLength(1);
    expect(clock.sleeping).toBe(0);
  });

  it('is a matter of reads: a write and a message are rejected, whatever fallback they bring', async () => {
    const limits = { headroom: 0, app: { max: 1, windowMs: 60_000 } };
    const { client, get } = clientOf([], { limits });
    await get();
    const options = { ...degrade, fallback: () => 'x' };
    const write = client.request({ method: 'POST', path: '/thing/change', body: {} }, options);
    await expect(write).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    const message = client.call(remembered, { to: 'anna' }, { requestId: 'a1', ...options });
    await expect(message).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});

describe('options of a call', () => {
  it.each([
    [{ onLimit: 'never' }, 'onLimit'],
    [{ fallback: 'x' }, 'fallback'],
    [{ tenant: '' }, 'tenant'],
    [{ tenant: 'x'.repeat(129) }, 'tenant'],
  ])('%j are refused', async (options, path) => {
    const { get } = clientOf();
    await expect(get(options)).rejects.toMatchObject({ code: 'VALIDATION', issues: [{ path }] });
  });
});
