import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RedisServer, startRedis } from '../../../../../test/support/redis-server.js';
import { toldTime } from '../../../test/support/told-time.js';
import { systemClock } from '../../clock/clock.js';
import { RedisConnection } from '../../redis/redis-connection.js';
import { callbackInboxContract } from '../../testing/callback-inbox-contract.js';
import type { InboxEntry } from '../callback-inbox.js';
import { RedisCallbackInbox, type RedisCallbackInboxOptions } from './redis-callback-inbox.js';

let server: RedisServer;
const opened: RedisCallbackInbox[] = [];

function open(options: Partial<RedisCallbackInboxOptions> = {}): RedisCallbackInbox {
  // Patient by default: a crowded machine is not what is tested.
  const inbox = new RedisCallbackInbox({ redis: server.url, commandTimeoutMs: 10_000, ...options });
  opened.push(inbox);
  return inbox;
}

function entry(eventKey: string, changes: Partial<InboxEntry> = {}): InboxEntry {
  return {
    account: 'wx0000000000000001',
    eventKey,
    nonceKey: `nonce-of-${eventKey}`,
    bodyDigest: 'digest',
    content: '{"format":"json","fields":{"Content":"a private word"}}',
    leaseMs: 60_000,
    rememberMs: 60_000,
    replayMs: 60_000,
    ...changes,
  };
}

async function taken(inbox: RedisCallbackInbox, eventKey: string, changes: Partial<InboxEntry> = {}) {
  const answer = await inbox.take(entry(eventKey, changes));
  if (answer.type !== 'taken') throw new Error(`got ${answer.type}`);
  return answer.lease;
}

describe('RedisCallbackInbox', () => {
  beforeAll(async () => {
    server = await startRedis();
  });
  beforeEach(async () => {
    await Promise.all(opened.splice(0).map((inbox) => inbox.close()));
    await server.flush();
  });
  afterAll(async () => {
    await Promise.all(opened.map((inbox) => inbox.close()));
    await server.stop();
  });

  callbackInboxContract({ describe, it }, async () => {
    const opened = await RedisConnection.open(server.url, { commandTimeoutMs: 10_000 });
    const { connection, advance } = toldTime(opened);
    return { store: open({ redis: connection }), advance, dispose: () => opened.close() };
  });

  it('every key expires, also of what nobody handles, and lies in the account’s slot', async () => {
    const inbox = open();
    await inbox.finish(await taken(inbox, 'done'), 'reply');
    await inbox.giveBack(await taken(inbox, 'waiting'), 1_000);
    await taken(inbox, 'held');
    await inbox.renew({ ...(await taken(inbox, 'lost')), eventKey: 'unknown' }, 1_000);
    const keys = await server.client.keys('*');
    expect(keys.length).toBeGreaterThan(6);
    for (const key of keys) {
      expect(key.startsWith('wetempo:{wx0000000000000001}:callback:')).toBe(true);
      expect(await server.client.pttl(key)).toBeGreaterThan(0);
    }
  });

  it('forgets the content of what was handled', async () => {
    const inbox = open();
    await inbox.finish(await taken(inbox, 'done'), undefined);
    const [key = ''] = await server.client.keys('*:event:done');
    expect(JSON.stringify(await server.client.hgetall(key))).not.toContain('a private word');
  });

  it('forgets events that nobody looked for in the index, too', async () => {
    const inbox = open();
    for (let count = 0; count < 5; count += 1) {
      await taken(inbox, `old-${count}`, { leaseMs: 1, rememberMs: 10 });
    }
    await systemClock.sleep(60);
    await taken(inbox, 'new', { rememberMs: 10 });
    expect(await server.client.zrange('wetempo:{wx0000000000000001}:callback:open', '0', '-1')).toEqual([
      'new',
    ]);
  });

  it('takes an event again whose first answer got lost', async () => {
    const inbox = open({ commandTimeoutMs: 200 });
    await taken(inbox, 'warm-up');
    server.pause();
    const answer = inbox.take(entry('event-1'));
    await expect(answer).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', store: 'callback' });
    server.resume();
    await server.client.ping();
    const again = await until(() => inbox.take(entry('event-1')).catch(() => undefined));
    expect(again).toMatchObject({ type: 'taken', lease: { attempt: 1 } });
    expect(await open().take(entry('event-1'))).toEqual({ type: 'repeated', reply: undefined });
  });

  it('F45: works behind a key prefix, and leaves a client of the user open', async () => {
    const client = new Redis(server.url, { keyPrefix: 'p:' });
    const inbox = open({ redis: client });
    await taken(inbox, 'event-1', { leaseMs: 1 });
    await systemClock.sleep(5);
    expect(await inbox.takeAbandoned('wx0000000000000001', 5, 1_000)).toHaveLength(1);
    await inbox.close();
    expect(await client.ping()).toBe('PONG');
    const keys = await server.client.keys('*');
    expect(keys.every((key) => key.startsWith('p:wetempo:'))).toBe(true);
    client.disconnect();
  });

  it('leaves a connection that it shares open', async () => {
    const connection = await RedisConnection.open(server.url);
    await open({ redis: connection }).close();
    expect(await connection.client.ping()).toBe('PONG');
    await connection.close();
  });

  it('says so where Redis cannot be reached, and after it was closed', async () => {
    const inbox = open({ redis: 'redis://127.0.0.1:1' });
    await expect(inbox.take(entry('event-1'))).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await inbox.close();
    await expect(inbox.take(entry('event-1'))).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });
});

async function until<Value>(read: () => Promise<Value | undefined>): Promise<Value> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const value = await read();
    if (value !== undefined) return value;
    await systemClock.sleep(25);
  }
  throw new Error('it never came true');
}
