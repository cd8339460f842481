import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Cluster, Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RedisServer, startRedis } from '../../../../test/support/redis-server.js';
import {
  account,
  claimedBy,
  claimOf,
  failed,
  sent,
  settleOf,
  unknown,
} from '../../test/support/send-fixtures.js';
import { systemClock } from '../clock/clock.js';
import { RedisConnection } from '../redis/redis-connection.js';
import { sendStoreContract } from '../testing/send-store-contract.js';
import { RedisSendStore, type RedisSendStoreOptions } from './redis-send-store.js';

let server: RedisServer;
const opened: RedisSendStore[] = [];

function open(options: Partial<RedisSendStoreOptions> = {}): RedisSendStore {
  // Patient by default: a crowded machine is not what is tested.
  const store = new RedisSendStore({ redis: server.url, commandTimeoutMs: 10_000, ...options });
  opened.push(store);
  return store;
}

function sleep(delayMs: number): Promise<void> {
  return systemClock.sleep(delayMs);
}

async function until<Value>(
  read: () => Promise<Value> | Value,
  isDone: (value: Value) => boolean,
): Promise<Value> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const value = await read();
    if (isDone(value)) return value;
    await sleep(25);
  }
  throw new Error('it never came true');
}

/** A server that has just come back may refuse the first commands of a client that is still reconnecting. */
function eventually<Value>(step: () => Promise<Value>): Promise<Value | undefined> {
  return until(
    () => step().catch(() => undefined),
    (value) => value !== undefined,
  );
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

describe('RedisSendStore', () => {
  beforeAll(async () => {
    server = await startRedis();
  });
  beforeEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
    await server.flush();
  });
  afterAll(async () => {
    await Promise.all(opened.map((store) => store.close()));
    await server.stop();
  });

  sendStoreContract({ describe, it }, async () => ({
    store: open(),
    advance: (durationMs) => sleep(durationMs + 2),
  }));

  describe('with a key prefix', () => {
    it('F45: works, and puts every key behind the prefix', async () => {
      const client = new Redis(server.url, { keyPrefix: 'p:', lazyConnect: true });
      const store = open({ redis: client });
      await store.settle(settleOf(await claimedBy(store, 'prefixed'), unknown));
      expect((await store.listUnknown({ account, limit: 5 })).records).toHaveLength(1);
      expect(
        await store.resolveUnknown({ account, requestId: 'prefixed' }, { state: 'sent', result: {} }),
      ).toBe(true);
      const keys = await server.client.keys('*');
      expect(keys.every((key) => key.startsWith('p:wetempo:'))).toBe(true);
      client.disconnect();
    });
  });

  describe('cost', () => {
    it('takes two round trips for a usual message', async () => {
      const store = open();
      await claimedBy(store, 'warm-up');
      const before = await commandCalls();
      await store.settle(settleOf(await claimedBy(store, 'usual'), sent));
      expect((await commandCalls()) - before).toBe(2);
    });

    it('takes what one turn asks for in one script for all claims, and one for all settlements', async () => {
      const store = open();
      await claimedBy(store, 'warm-up');
      const before = await commandCalls();
      const ids = Array.from({ length: 16 }, (_, n) => `crowd-${n}`);
      const claims = await Promise.all(ids.map((requestId) => claimedBy(store, requestId)));
      await Promise.all(claims.map((claim) => store.settle(settleOf(claim, sent))));
      expect((await commandCalls()) - before).toBe(2);
      expect(await store.count(account)).toMatchObject({ pending: 1, sent: 16 });
    });

    it('lets a step that fails fail alone', async () => {
      const store = open();
      const [broken, whole] = await Promise.all([claimedBy(store, 'broken'), claimedBy(store, 'whole')]);
      const [key = ''] = await server.client.keys('*:id:broken');
      await server.client.set(key, 'not a record');
      const ends = await Promise.allSettled([
        store.settle(settleOf(broken, sent)),
        store.settle(settleOf(whole, sent)),
        store.claim(claimOf('broken')),
        store.claim(claimOf('next')),
      ]);
      expect(ends).toMatchObject([
        { reason: { code: 'STORE_UNAVAILABLE', requestId: 'broken' } },
        { value: true },
        { reason: { code: 'STORE_UNAVAILABLE', requestId: 'broken' } },
        { value: { type: 'claimed' } },
      ]);
    });

    it('keeps a settled record small', async () => {
      const store = open();
      await store.settle(settleOf(await claimedBy(store, 'order-1001-shipped'), sent));
      const [key = ''] = await server.client.keys('*order-1001*');
      expect(await server.client.memory('USAGE', key)).toBeLessThan(400);
      expect(await server.client.object('ENCODING', key)).toBe('listpack');
    });

    async function commandCalls(): Promise<number> {
      const stats = await server.client.info('commandstats');
      return [...stats.matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g)].reduce(
        (sum, [, calls]) => sum + Number(calls),
        0,
      );
    }
  });

  describe('retention', () => {
    it('lets settled records expire, and open ones later', async () => {
      const store = open({ retentionMs: 50, openRetentionMs: 600_000 });
      await store.settle(settleOf(await claimedBy(store, 'done'), sent));
      await store.settle(settleOf(await claimedBy(store, 'open'), unknown));
      await until(
        () => store.find({ account, requestId: 'done' }),
        (record) => record === undefined,
      );
      expect(await store.find({ account, requestId: 'open' })).toMatchObject({ state: 'unknown' });
    });

    it('knows the id of the platform no longer than the record, and at most 3 days', async () => {
      const record = async (store: RedisSendStore, requestId: string) => {
        await store.settle(settleOf(await claimedBy(store, requestId), sent));
        const [key = ''] = await server.client.keys('*:msgid:*');
        return server.client.pttl(key);
      };
      expect(await record(open({ retentionMs: 60_000 }), 'short')).toBeLessThanOrEqual(60_000);
      const longMs = await record(open(), 'long');
      expect(longMs).toBeLessThanOrEqual(3 * 86_400_000);
      expect(longMs).toBeGreaterThan(2 * 86_400_000);
    });

    it('keeps a record no longer for what a callback says of it', async () => {
      const store = open({ retentionMs: 60_000 });
      await store.settle(settleOf(await claimedBy(store, 'told'), sent));
      const [key = ''] = await server.client.keys('*:id:told');
      await server.client.pexpire(key, 30_000);
      const delivery = { state: 'delivered', status: 'success', at: 1 } as const;
      expect(await store.noteDelivery({ account, requestId: 'told' }, '2000000000000000001', delivery)).toBe(
        true,
      );
      expect(await server.client.pttl(key)).toBeLessThanOrEqual(30_000);
    });

    it('takes what it has forgotten out of its lists', async () => {
      const store = open({ openRetentionMs: 20 });
      await claimedBy(store, 'pending', { leaseMs: 1 });
      await store.settle(settleOf(await claimedBy(store, 'unknown'), unknown));
      await sleep(60);
      expect(await store.listPending({ account, leaseExpired: true, limit: 5 })).toEqual([]);
      expect(await store.listUnknown({ account, limit: 5 })).toEqual({ records: [], cursor: undefined });
      expect(await store.count(account)).toEqual({ pending: 0, sent: 0, failed: 0, unknown: 0 });
    });
  });

  describe('warnings', () => {
    it('F46: names an eviction policy that may drop records', async () => {
      await server.client.config('SET', 'maxmemory-policy', 'allkeys-lru');
      const warnings: string[] = [];
      await claimedBy(open({ onWarning: (topic, message) => warnings.push(`${topic}: ${message}`) }), 'x');
      await until(
        () => warnings,
        ({ length }) => length > 0,
      );
      await server.client.config('SET', 'maxmemory-policy', 'noeviction');
      expect(warnings).toEqual([expect.stringMatching(/^redis-eviction: .*allkeys-lru/)]);
    });

    it('F46: says nothing where nothing is wrong, or where it may not ask', async () => {
      await server.client.call('ACL', 'SETUSER', 'meek', 'on', '>pw', '~*', '+@all', '-info', '-config');
      const warnings: string[] = [];
      const onWarning = (topic: string) => warnings.push(topic);
      await claimedBy(open({ onWarning }), 'x');
      await claimedBy(open({ onWarning, redis: server.url.replace('//', '//meek:pw@') }), 'y');
      await sleep(100);
      expect(warnings).toEqual([]);
    });
  });

  describe('a full Redis', () => {
    it('F46: takes no new message, and still settles those under way', async () => {
      const store = open();
      const claim = await claimedBy(store, 'under-way');
      await server.client.config('SET', 'maxmemory', '1');
      const refusal = store.claim(claimOf('too-much'));
      await expect(refusal).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
        hint: expect.stringContaining('full'),
      });
      const stands = await store.settle(settleOf(claim, sent));
      await server.client.config('SET', 'maxmemory', '0');
      expect(stands).toBe(true);
      expect(await store.find(claim.lease)).toMatchObject({
        state: 'sent',
        result: { msgid: '2000000000000000001' },
      });
    });
  });

  describe('lost memory', () => {
    it('begins on an empty Redis as on a new one', async () => {
      expect((await open().claim(claimOf('first-ever'))).type).toBe('claimed');
      expect((await open().claim(claimOf('second-process'))).type).toBe('claimed');
    });

    it('F28: after a flush an id that is not found is "lost", never "never sent"', async () => {
      const warnings: string[] = [];
      const store = open({ onWarning: (topic) => warnings.push(topic) });
      await store.settle(settleOf(await claimedBy(store, 'before'), sent));
      await server.flush();
      const answer = await store.claim(claimOf('before'));
      expect(answer).toMatchObject({ type: 'memory-lost', lostAt: expect.any(Number) });
      expect((await store.claim(claimOf('other'))).type).toBe('memory-lost');
      expect(warnings).toEqual(['send-memory-lost']);
    });

    it('F28: a process that starts after the loss was noticed hears of it', async () => {
      const old = open();
      await claimedBy(old, 'before');
      await server.flush();
      await old.claim(claimOf('before'));
      expect((await open().claim(claimOf('before'))).type).toBe('memory-lost');
    });

    it('F28: is noticed also where a new process was the first to write again', async () => {
      const old = open();
      await claimedBy(old, 'before');
      await server.flush();
      expect((await open().claim(claimOf('new'))).type).toBe('claimed');
      expect((await old.claim(claimOf('before'))).type).toBe('memory-lost');
      expect((await open().claim(claimOf('before'))).type).toBe('memory-lost');
      expect((await old.claim(claimOf('new'))).type).toBe('held');
    });

    it('F28: is noticed also after a settlement that did not stand', async () => {
      const old = open();
      const claim = await claimedBy(old, 'before');
      await server.flush();
      await claimedBy(open(), 'before');
      expect(await old.settle(settleOf(claim, failed))).toBe(false);
      expect((await old.claim(claimOf('new'))).type).toBe('memory-lost');
    });

    it('F28: a holder writes its record back, and everybody sees it', async () => {
      for (const [settlement, state] of [
        [sent, 'sent'],
        [unknown, 'unknown'],
      ] as const) {
        const store = open();
        const claim = await claimedBy(store, `under-way-${state}`);
        await server.flush();
        expect(await store.settle(settleOf(claim, settlement))).toBe(true);
        const answer = await open().claim(claimOf(`under-way-${state}`));
        expect(answer).toMatchObject({ type: 'settled', record: { state, attempts: 1 } });
        expect((await open().claim(claimOf('not-found'))).type).toBe('memory-lost');
        await store.acceptLoss(account);
      }
    });

    it('F28: a holder whose record is gone may not begin', async () => {
      const store = open();
      const { lease } = await claimedBy(store, 'gone', { begin: false });
      await server.flush();
      expect(await store.begin(lease, 1000)).toBe(false);
      expect((await store.claim(claimOf('gone'))).type).toBe('memory-lost');
    });

    it('F28: many processes that notice at once note one loss', async () => {
      const stores = Array.from({ length: 8 }, () => open());
      await Promise.all(stores.map((store, index) => claimedBy(store, `before-${index}`)));
      await server.flush();
      const answers = await Promise.all(
        stores.map((store, index) => store.claim(claimOf(`before-${index}`))),
      );
      const moments = answers.map((answer) => (answer.type === 'memory-lost' ? answer.lostAt : undefined));
      expect(new Set(moments).size).toBe(1);
      expect(moments[0]).toEqual(expect.any(Number));
    });

    it('F28: goes on for every process once an operator accepts the loss', async () => {
      const [operator, other] = [open(), open()];
      await claimedBy(operator, 'before-1');
      await claimedBy(other, 'before-2');
      await server.flush();
      await operator.claim(claimOf('before-1'));
      expect(await operator.acceptLoss(account)).toBe(true);
      expect((await operator.claim(claimOf('before-1'))).type).toBe('claimed');
      // This one had not looked since the loss, and must not note it a second time.
      expect((await other.claim(claimOf('before-2'))).type).toBe('claimed');
      expect(await operator.acceptLoss(account)).toBe(false);
    });

    it('F28: a second loss is noticed as well', async () => {
      const store = open();
      await claimedBy(store, 'before');
      await server.flush();
      await store.claim(claimOf('before'));
      await store.acceptLoss(account);
      await claimedBy(store, 'after');
      await server.flush();
      expect((await store.claim(claimOf('after'))).type).toBe('memory-lost');
    });

    it('F28: concerns one account, and not another that nobody had used', async () => {
      const store = open();
      await claimedBy(store, 'before');
      await server.flush();
      expect((await store.claim(claimOf('x', { account: 'wx0000000000000002' }))).type).toBe('claimed');
      expect((await store.claim(claimOf('before'))).type).toBe('memory-lost');
    });

    it('goes on by itself where the option says so', async () => {
      const warnings: string[] = [];
      const store = open({ onMemoryLoss: 'accept', onWarning: (topic) => warnings.push(topic) });
      await claimedBy(store, 'before');
      await server.flush();
      expect((await store.claim(claimOf('before'))).type).toBe('claimed');
      expect(warnings).toEqual(['send-memory-lost']);
      expect((await open().claim(claimOf('else'))).type).toBe('memory-lost');
    });
  });

  describe('a lost answer', () => {
    it('F44: the claim is repeated, not lost to its own lease', async () => {
      const store = open({ commandTimeoutMs: 500 });
      await claimedBy(store, 'warm-up');
      server.pause();
      // The command waits in the server's socket and is carried out after the caller was told that it failed.
      const claim = store.claim(claimOf('doubtful'));
      await expect(claim).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', requestId: 'doubtful' });
      server.resume();
      await until(
        () => server.client.keys('*doubtful'),
        ({ length }) => length === 1,
      );
      expect((await open().claim(claimOf('doubtful'))).type).toBe('held');
      const again = await eventually(() => store.claim(claimOf('doubtful')));
      expect(again).toMatchObject({ type: 'claimed', attempts: 1, takenOver: undefined });
      expect((await store.claim(claimOf('doubtful'))).type).toBe('held');
    });

    it('F44: a step that was carried out twice has done its work once', async () => {
      const connection = await RedisConnection.open(server.url);
      const run = connection.run.bind(connection);
      // Every command reaches Redis twice, as after a reconnect that sends it again.
      connection.run = async (...command) => {
        await run(...command);
        return run(...command);
      };
      const store = open({ redis: connection });
      const claim = await claimedBy(store, 'double');
      expect(claim).toMatchObject({ attempts: 1, takenOver: undefined });
      await store.defer(claim.lease, 60_000, 'not-left');
      expect(await store.find(claim.lease)).toMatchObject({ attempts: 0, firstAttemptAt: undefined });
      expect(await store.settle(settleOf(claim, sent))).toBe(true);
      expect(await store.count(account)).toEqual({ pending: 0, sent: 1, failed: 0, unknown: 0 });
      await connection.close();
    });
  });

  describe('out of reach', () => {
    it('says so within the command time-out while Redis is paused, then goes on', async () => {
      const store = open({ commandTimeoutMs: 500 });
      const claim = await claimedBy(store, 'paused');
      server.pause();
      const startedAt = performance.now();
      const attempts = [
        store.claim(claimOf('new')),
        store.begin(claim.lease, 1000),
        store.defer(claim.lease, 1000, 'open'),
        store.settle(settleOf(claim, sent)),
        store.find(claim.lease),
        store.count(account),
      ];
      for (const result of await Promise.allSettled(attempts)) {
        expect(result).toMatchObject({
          status: 'rejected',
          reason: { code: 'STORE_UNAVAILABLE', store: 'send' },
        });
      }
      expect(performance.now() - startedAt).toBeLessThan(5000);
      server.resume();
      await eventually(() => store.settle(settleOf(claim, sent)));
      expect(await store.find(claim.lease)).toMatchObject({ state: 'sent' });
    });

    it('says so where nothing listens', async () => {
      const store = open({ redis: 'redis://127.0.0.1:1', commandTimeoutMs: 500 });
      await expect(store.claim(claimOf('x'))).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
        message: expect.stringContaining('send-claim'),
        hint: expect.stringContaining('same requestId'),
      });
    });

    it('says that it is closed', async () => {
      const store = open();
      await claimedBy(store, 'x');
      await store.close();
      await expect(store.claim(claimOf('x'))).rejects.toMatchObject({
        message: expect.stringContaining('closed'),
      });
    });

    it('leaves a connection that it shares open', async () => {
      const connection = await RedisConnection.open(server.url);
      const store = open({ redis: connection });
      await claimedBy(store, 'x');
      await store.close();
      expect(await connection.client.ping()).toBe('PONG');
      await connection.close();
    });
  });

  describe('restarts', () => {
    it('F54: finds its receipts again in a Redis that keeps a log, digit by digit', async () => {
      const durable = await startRedis({ appendOnly: true, extraArguments: ['--appendfsync', 'always'] });
      const store = open({ redis: durable.url });
      await store.settle(settleOf(await claimedBy(store, 'kept'), sent));
      await durable.kill();
      await expect(store.claim(claimOf('kept'))).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
      await durable.start();
      const answer = await eventually(() => store.claim(claimOf('kept')));
      expect(answer).toMatchObject({ type: 'settled', record: { result: { msgid: '2000000000000000001' } } });
      expect(await eventually(() => store.claim(claimOf('new')))).toMatchObject({ type: 'claimed' });
      await store.close();
      await durable.stop();
    });

    it('F28: notices that a Redis without a log came back empty', async () => {
      const forgetful = await startRedis();
      const store = open({ redis: forgetful.url });
      await store.settle(settleOf(await claimedBy(store, 'gone'), sent));
      await forgetful.kill();
      await forgetful.start();
      expect(await eventually(() => store.claim(claimOf('gone')))).toMatchObject({ type: 'memory-lost' });
      await store.close();
      await forgetful.stop();
    });
  });
});

describe('RedisSendStore on a Redis Cluster', () => {
  let node: RedisServer;
  let client: Cluster;

  beforeAll(async () => {
    node = await startRedis({
      // A node that never met another does not know its own address.
      extraArguments: [
        '--cluster-enabled',
        'yes',
        '--cluster-announce-ip',
        '127.0.0.1',
        '--cluster-port',
        `${await freePort()}`,
      ],
    });
    await node.client.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    await until(
      async () => String(await node.client.call('CLUSTER', 'INFO')),
      (info) => info.includes('cluster_state:ok'),
    );
    client = new Cluster([{ host: '127.0.0.1', port: node.port }], { lazyConnect: true });
  });
  afterAll(async () => {
    client.disconnect();
    await node.stop();
  });

  it('says so within the command time-out where the cluster is gone', async () => {
    const lost = new Cluster([{ host: '127.0.0.1', port: 1 }], { lazyConnect: true });
    lost.on('error', () => undefined);
    const store = new RedisSendStore({ redis: lost, commandTimeoutMs: 500 });
    await expect(store.claim(claimOf('x'))).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      requestId: 'x',
    });
    await store.close();
    lost.disconnect();
  });

  describe('F41: every step keeps to one slot', () => {
    sendStoreContract({ describe, it }, async () => {
      await node.flush();
      const store = new RedisSendStore({ redis: client, commandTimeoutMs: 10_000 });
      return { store, advance: (durationMs) => sleep(durationMs + 2), dispose: () => store.close() };
    });
  });
});
