import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RedisServer, startRedis } from '../../../test/support/redis-server.js';
import type { CallbackOptions } from '../src/callback/callback-options.js';
import { CallbackReceiver } from '../src/callback/receive/callback-receiver.js';
import type { WetempoEvent } from '../src/telemetry/events.js';
import { account, eventXml, genuine, platform, token } from './support/callback-fixtures.js';

async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isDone())) await sleep(10);
}

describe('callbacks of one account over one Redis', () => {
  let server: RedisServer;
  const members: CallbackReceiver[] = [];

  beforeAll(async () => {
    server = await startRedis();
  });
  beforeEach(() => server.flush());
  afterEach(async () => {
    await Promise.all(members.splice(0).map((member) => member.close(0)));
  });
  afterAll(() => server.stop());

  function join(options: Partial<CallbackOptions> = {}, receiverOf = account) {
    const heard: WetempoEvent[] = [];
    const identity = { account: receiverOf, receiveIds: [receiverOf] };
    const onEvent = (event: WetempoEvent) => void heard.push(event);
    const callbacks = new CallbackReceiver(platform, identity, {
      token,
      redis: server.url,
      onEvent,
      ...options,
    });
    members.push(callbacks);
    return { callbacks, heard, types: () => heard.map(({ type }) => type) };
  }

  it('fifty events that come three times each, all at once, to two receivers are handled once each', async () => {
    const { callbacks: one } = join();
    const { callbacks: other } = join();
    const counts = new Map<unknown, number>();
    for (const member of [one, other]) {
      member.onAny(({ EventKey }) => void counts.set(EventKey, (counts.get(EventKey) ?? 0) + 1));
    }
    await Promise.all([one.ready(), other.ready()]);
    const bodies = Array.from({ length: 50 }, (_, place) =>
      eventXml({ Event: 'CLICK', EventKey: `${place}` }),
    );
    const answers = await Promise.all(
      [one, other, one].flatMap((member) => bodies.map((body) => member.handle(genuine(body)))),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(counts.size).toBe(50);
    expect([...counts.values()].every((count) => count === 1)).toBe(true);
  });

  it('F119: each report of a finished template counts', async () => {
    const { callbacks } = join();
    const ids: unknown[] = [];
    callbacks.onEvent('TEMPLATESENDJOBFINISH', ({ MsgID }) => void ids.push(MsgID));
    await callbacks.ready();
    const report = (MsgID: string) => eventXml({ Event: 'TEMPLATESENDJOBFINISH', MsgID, Status: 'success' });
    for (const MsgID of ['200000001', '200000002', '200000003']) {
      expect((await callbacks.handle(genuine(report(MsgID)))).status).toBe(200);
    }
    expect(ids).toEqual(['200000001', '200000002', '200000003']);
  });

  it('a reply is the answer to a repetition at another receiver, too', async () => {
    const { callbacks: one } = join();
    const { callbacks: other } = join();
    const fields = { MsgType: 'text', Content: '你好' };
    one.onAny(() => ({ type: 'message', fields }));
    await one.ready();
    const body = eventXml({ Event: 'CLICK' });
    const first = await one.handle(genuine(body));
    expect(first.body).toContain('你好');
    await until(async () => (await server.client.hexists((await eventKeys())[0] ?? '', 'r')) === 1);
    expect((await other.handle(genuine(body))).body).toBe(first.body);
  });

  it('of a Redis that does not answer, the platform hears and comes again; the event is then handled once', async () => {
    const { callbacks, heard } = join();
    let calls = 0;
    callbacks.onAny(() => {
      calls += 1;
    });
    await callbacks.handle(genuine(eventXml({ Event: 'warm-up' })));
    server.pause();
    const body = eventXml({ Event: 'CLICK' });
    const answer = await callbacks.handle(genuine(body));
    server.resume();
    expect(answer.status).toBe(503);
    expect(heard.find(({ type }) => type === 'callback.refused')).toMatchObject({ reason: 'inbox' });
    await until(async () => (await callbacks.handle(genuine(body))).status === 200);
    await callbacks.handle(genuine(body));
    await callbacks.close();
    expect(calls).toBe(2);
  });

  it('of a Redis that is gone, the platform hears and comes again', async () => {
    const { callbacks } = join({ redis: 'redis://127.0.0.1:1' });
    callbacks.onAny(() => undefined);
    expect((await callbacks.handle(genuine(eventXml({ Event: 'CLICK' })))).status).toBe(503);
  });

  it('a Redis that loses its data while an event is handled: its repetition is still known', async () => {
    const { callbacks: one } = join({ leaseMs: 300, answerWithinMs: 20 });
    const { callbacks: other } = join({ leaseMs: 300, answerWithinMs: 20 });
    let calls = 0;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    for (const member of [one, other]) {
      member.onAny(async () => {
        calls += 1;
        await released;
      });
    }
    const body = eventXml({ Event: 'CLICK' });
    await Promise.all([one.ready(), other.ready()]);
    expect((await one.handle(genuine(body))).status).toBe(200);
    await server.kill();
    await server.start();
    await until(async () => (await eventKeys()).length === 1);
    await until(async () => (await other.handle(genuine(body))).status === 200);
    release();
    await until(async () => (await server.client.hget((await eventKeys())[0] ?? '', 's')) === 'd');
    await until(async () => (await other.handle(genuine(body))).status === 200);
    expect(calls).toBe(1);
  });

  it('a Redis that loses what was handled: the repetition is handled a second time, and no third', async () => {
    const { callbacks } = join();
    let calls = 0;
    callbacks.onAny(() => {
      calls += 1;
    });
    await callbacks.ready();
    const body = eventXml({ Event: 'CLICK' });
    await callbacks.handle(genuine(body));
    await until(async () => (await server.client.hget((await eventKeys())[0] ?? '', 's')) === 'd');
    await server.flush();
    for (let time = 0; time < 3; time += 1) expect((await callbacks.handle(genuine(body))).status).toBe(200);
    expect(calls).toBe(2);
  });

  it('keeps the events of two accounts apart, and leaves a client that was handed in open', async () => {
    const client = new Redis(server.url);
    const got: string[] = [];
    const receivers = ['wx0000000000000001', 'wx0000000000000002'].map((name) =>
      join({ redis: client }, name),
    );
    for (const { callbacks } of receivers) callbacks.onAny((_, context) => void got.push(context.account));
    const body = eventXml({ Event: 'CLICK' });
    await Promise.all(receivers.map(({ callbacks }) => callbacks.ready()));
    for (const { callbacks } of receivers) await callbacks.handle(genuine(body));
    expect(got).toEqual(['wx0000000000000001', 'wx0000000000000002']);
    await Promise.all(receivers.map(({ callbacks }) => callbacks.close()));
    expect(await client.ping()).toBe('PONG');
    client.disconnect();
  });

  it('writes neither token nor key to Redis or into an event', async () => {
    const encodingAesKey = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG';
    const { callbacks, heard } = join({ encodingAesKey, mode: 'plain' });
    callbacks.onAny(() => Promise.reject(new Error('not now')));
    await callbacks.ready();
    await callbacks.handle(genuine(eventXml({ Event: 'CLICK' })));
    await callbacks.handle({ ...genuine(eventXml({ Event: 'CLICK' })), url: '/?signature=x' });
    const dump: unknown[] = [heard];
    for (const key of await server.client.keys('*')) dump.push(key, await server.client.dump(key));
    for (const key of await eventKeys()) dump.push(await server.client.hgetall(key));
    const text = JSON.stringify(dump);
    expect(text).toContain('CLICK');
    expect(text).not.toContain(token);
    expect(text).not.toContain(encodingAesKey);
  });

  async function eventKeys(): Promise<string[]> {
    return server.client.keys('*:callback:event:*');
  }
});
