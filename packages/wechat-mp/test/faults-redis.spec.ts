import { rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type RedisServer, type RedisServerOptions, startRedis } from '../../../test/support/redis-server.js';
import type { WechatMp, WechatMpOptions } from '../src/index.js';
import { appId, clientOf, message, openid, platform } from './fixtures.js';

const templatePath = '/cgi-bin/message/template/send';
const subscribePath = '/cgi-bin/message/subscribe/bizsend';

async function redisOf(options: RedisServerOptions = {}): Promise<RedisServer> {
  const redis = await startRedis(options);
  onTestFinished(() => redis.stop());
  return redis;
}

async function clientOn(redis: string, options: Partial<WechatMpOptions> = {}, latencyMs = 0) {
  const simulator = await platform({ latencyMs });
  const mp = clientOf(simulator, { redis, sendStore: 'redis', ...options });
  return { simulator, mp };
}

const send = (mp: WechatMp, n: number) => mp.template.send(message(n), { requestId: `m${n}` });

/** The code that it ends with; `sent` where it is. */
async function endOf(sending: Promise<unknown>): Promise<string> {
  return sending.then(
    () => 'sent',
    (error: { code: string }) => error.code,
  );
}

async function sendUntilSent(mp: WechatMp, n: number): Promise<void> {
  while ((await endOf(send(mp, n))) !== 'sent') await new Promise((resolve) => setTimeout(resolve, 50));
}

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Something that makes a Redis refuse to write, as it happens in operation. `spoil` answers what mends it. */
interface Refusal {
  readonly word: string;
  spoil(redis: RedisServer): Promise<() => Promise<unknown>>;
}

const refusals: readonly Refusal[] = [
  {
    word: 'READONLY',
    async spoil({ client }) {
      await client.replicaof('127.0.0.1', 1);
      await client.config('SET', 'replica-serve-stale-data', 'yes');
      return () => client.replicaof('NO', 'ONE');
    },
  },
  {
    word: 'MASTERDOWN',
    async spoil({ client }) {
      await client.config('SET', 'replica-serve-stale-data', 'no');
      await client.replicaof('127.0.0.1', 1);
      return () => client.replicaof('NO', 'ONE');
    },
  },
  {
    word: 'NOREPLICAS',
    async spoil({ client }) {
      await client.config('SET', 'min-replicas-to-write', '1');
      return () => client.config('SET', 'min-replicas-to-write', '0');
    },
  },
  {
    word: 'OOM',
    async spoil({ client }) {
      await client.config('SET', 'maxmemory', '1');
      return () => client.config('SET', 'maxmemory', '0');
    },
  },
  {
    word: 'MISCONF',
    async spoil({ client }) {
      const [, folder = ''] = (await client.config('GET', 'dir')) as string[];
      await rm(folder, { recursive: true });
      await client.config('SET', 'save', '3600 1');
      await client.bgsave();
      await until(async () => (await client.info('persistence')).includes('rdb_last_bgsave_status:err'));
      return () => client.config('SET', 'stop-writes-on-bgsave-error', 'no');
    },
  },
  {
    word: 'BUSY',
    async spoil({ client, port }) {
      await client.config('SET', 'busy-reply-threshold', '1');
      const busy = new Redis({ port, host: '127.0.0.1' });
      busy.on('error', () => undefined);
      busy.eval('while true do end', 0).catch(() => undefined);
      await until(async () => (await endOf(client.get('x'))) !== 'sent');
      return async () => {
        await client.script('KILL');
        busy.disconnect();
      };
    },
  },
  {
    word: 'NOPERM',
    async spoil({ client }) {
      await client.call('ACL', 'SETUSER', 'default', '-evalsha', '-eval');
      return () => client.call('ACL', 'SETUSER', 'default', '+@all');
    },
  },
];

describe.each(refusals)('a Redis that answers $word', ({ word, spoil }) => {
  it('F44: to a claim: nothing is sent, and everything goes out once when it is mended', async () => {
    const redis = await redisOf();
    const { simulator, mp } = await clientOn(redis.url);
    await send(mp, 0);
    const mend = await spoil(redis);
    const ends = await Promise.allSettled([1, 2, 3].map((n) => send(mp, n)));
    const cause = { message: expect.stringContaining(word) };
    const refused = { reason: { code: 'STORE_UNAVAILABLE', cause } };
    expect(ends).toMatchObject([refused, refused, refused]);
    expect(simulator.hits(templatePath)).toBe(1);
    await mend();
    await Promise.all([1, 2, 3].map((n) => sendUntilSent(mp, n)));
    expect(simulator.deliveries).toHaveLength(4);
  });
});

/** A message is under way when Redis begins to refuse; answers what became of it after Redis was mended. */
async function settleUnder({ word, spoil }: Refusal) {
  const redis = await redisOf();
  const { simulator, mp } = await clientOn(redis.url, {}, 600);
  simulator.users.grant(appId, openid(1), 'TEMPLATE-1', 9);
  await mp.quota.get({ cgi_path: subscribePath });
  const request = { touser: openid(1), template_id: 'TEMPLATE-1', data: { thing1: { value: '测试' } } };
  const sending = mp.subscribeMessage.send(request, { requestId: 's1' });
  await until(() => simulator.deliveries.length === 1);
  const mend = await spoil(redis);
  const end = await endOf(sending);
  await mend();
  await until(async () => (await mp.sends.find('s1').catch(() => undefined))?.state === 'sent');
  await mp.subscribeMessage.send(request, { requestId: 's1' });
  return { word, end, hits: simulator.hits(subscribePath) };
}

describe('a Redis that refuses a settlement', () => {
  it('F44: takes nothing from the message: it was sent, and is called so when Redis is mended', async () => {
    const ends = await Promise.all(refusals.map(settleUnder));
    expect(ends).toEqual(refusals.map(({ word }) => ({ word, end: 'sent', hits: 1 })));
  });
});

/** Sends one command past the ready check of an ordinary client, which would wait for the end of the loading. */
async function whileLoading(redis: RedisServer, ...[name, ...rest]: [string, ...string[]]): Promise<string> {
  const client = new Redis({ port: redis.port, host: '127.0.0.1', enableReadyCheck: false });
  client.on('error', () => undefined);
  try {
    return String(await client.call(name, ...rest));
  } finally {
    client.disconnect();
  }
}

describe('a Redis that is loading its data', () => {
  it('F44: is waited for by nobody, and everything goes out once when it is there', async () => {
    const slowly = [
      '--rdbcompression',
      'no',
      '--key-load-delay',
      '20000',
      '--loading-process-events-interval-bytes',
      '1024',
    ];
    const redis = await redisOf({ appendOnly: true, extraArguments: slowly });
    const { simulator, mp } = await clientOn(redis.url);
    await send(mp, 0);
    // Half a minute of loading. Between keys it answers only where they are in the compact form that a rewrite makes.
    const fillers = Array.from({ length: 1500 }, (_, n) => ['set', `filler-${n}`, 'x'.repeat(1000)]);
    await redis.client.pipeline(fillers).exec();
    await redis.client.bgrewriteaof();
    await until(async () => (await redis.client.info('persistence')).includes('aof_rewrite_in_progress:0'));
    await redis.kill();
    const started = redis.start();
    await until(async () => (await whileLoading(redis, 'INFO', 'persistence')).includes('loading:1'));
    await expect(endOf(send(mp, 0))).resolves.toBe('STORE_UNAVAILABLE');
    await whileLoading(redis, 'CONFIG', 'SET', 'key-load-delay', '0');
    await started;
    await Promise.all([0, 1, 2].map((n) => sendUntilSent(mp, n)));
    expect(simulator.deliveries).toHaveLength(3);
  });
});

describe('scripts that are flushed', () => {
  it('F44: between the steps of messages under way are loaded again, and nothing is sent twice', async () => {
    const redis = await redisOf();
    const { simulator, mp } = await clientOn(redis.url, {}, 50);
    const sending = Array.from({ length: 40 }, (_, n) => send(mp, n));
    for (let flush = 0; flush < 10; flush += 1) {
      await redis.client.script('FLUSH');
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    await expect(Promise.all(sending)).resolves.toHaveLength(40);
    expect(simulator.deliveries).toHaveLength(40);
  });
});

/** Stands before a Redis; `cutNext(text)` drops the connection in place of the answer to a command that holds the text. */
async function cuttingProxy(port: number) {
  let text: string | undefined;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    let isDoomed = false;
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        server.destroy();
      });
    }
    client.on('data', (data) => {
      isDoomed ||= text !== undefined && data.includes(text);
      server.write(data);
    });
    server.on('data', (data) => {
      if (!isDoomed) return client.write(data);
      text = undefined;
      return client.destroy();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const url = `redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    url,
    cutNext: (part: string) => {
      text = part;
    },
    isCut: () => text === undefined,
  };
}

describe('a line to Redis that is cut after a step was carried out', () => {
  it('F44: at the claim: the caller hears of it, nothing was sent, and the next call sends at once', async () => {
    const redis = await redisOf();
    const proxy = await cuttingProxy(redis.port);
    const { simulator, mp } = await clientOn(proxy.url);
    await send(mp, 0);
    proxy.cutNext('m1');
    await expect(endOf(send(mp, 1))).resolves.toBe('STORE_UNAVAILABLE');
    expect(proxy.isCut()).toBe(true);
    expect(simulator.hits(templatePath)).toBe(1);
    await sendUntilSent(mp, 1);
    expect(simulator.deliveries).toHaveLength(2);
    expect(await mp.sends.find('m1')).toMatchObject({ state: 'sent', attempts: 1 });
  });

  it('F44: at the settlement: the caller has its receipt, and the record says sent', async () => {
    const redis = await redisOf();
    const proxy = await cuttingProxy(redis.port);
    const { simulator, mp } = await clientOn(proxy.url, {}, 150);
    await send(mp, 0);
    const sending = send(mp, 1);
    await until(() => simulator.deliveries.length === 2);
    proxy.cutNext('2000000000000000002');
    await expect(sending).resolves.toMatchObject({ attempts: 1 });
    expect(proxy.isCut()).toBe(true);
    await until(async () => (await mp.sends.find('m1').catch(() => undefined))?.state === 'sent');
    expect(simulator.hits(templatePath)).toBe(2);
  });
});

describe('a Redis behind its URL', () => {
  it('F13: with the number of a database keeps everything in that one', async () => {
    const redis = await redisOf();
    const { mp } = await clientOn(`${redis.url}/3`);
    await send(mp, 1);
    const keyspace = await redis.client.info('keyspace');
    expect(keyspace).toContain('db3:');
    expect(keyspace).not.toContain('db0:');
  });

  it('that asks for a password takes the one of the URL, after a reconnect as well', async () => {
    const redis = await redisOf();
    await redis.client.config('SET', 'requirepass', 'geheim@1');
    const url = redis.url.replace('redis://', 'redis://:geheim%401@');
    const { simulator, mp } = await clientOn(url);
    await send(mp, 1);
    await redis.client.call('AUTH', 'geheim@1');
    await redis.client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await sendUntilSent(mp, 2);
    expect(simulator.deliveries).toHaveLength(2);
  });

  it.each(['', ':WRONG_PASSWORD@'])(
    'that refuses the password "%s" sends nothing, and says why without it',
    async (credentials) => {
      const redis = await redisOf();
      await redis.client.config('SET', 'requirepass', 'RIGHT_PASSWORD');
      const url = redis.url.replace('redis://', `redis://${credentials}`);
      const { simulator, mp } = await clientOn(url);
      const error = await send(mp, 1).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' });
      expect(String(Reflect.get(Object(error), 'cause'))).toMatch(/NOAUTH|WRONGPASS/);
      expect(JSON.stringify(error)).not.toContain('WRONG_PASSWORD');
      expect(simulator.hits(templatePath)).toBe(0);
    },
  );
});

describe('a Redis Cluster', () => {
  it('F41: carries messages of two accounts, with every store on it, each once', async () => {
    const { Cluster } = await import('ioredis');
    const probe = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => probe.once('listening', resolve));
    const busPort = (probe.address() as AddressInfo).port;
    await new Promise((resolve) => probe.close(resolve));
    const settings = ['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1', '--cluster-port'];
    const node = await redisOf({ extraArguments: [...settings, `${busPort}`] });
    await node.client.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    await until(async () => String(await node.client.call('CLUSTER', 'INFO')).includes('cluster_state:ok'));
    const cluster = new Cluster([{ host: '127.0.0.1', port: node.port }], { lazyConnect: true });
    onTestFinished(() => cluster.disconnect());
    const simulator = await platform({ latencyMs: 20 });
    simulator.faults.add({ kind: 'cut-after', path: templatePath, times: 3 });
    const limits = { app: { perSecond: 500 }, perRecipient: { max: 4, windowMs: 60_000 } };
    const open = () => clientOf(simulator, { redis: cluster, sendStore: 'redis', limits });
    const clients = [open(), open()];
    const ends = await Promise.all(
      Array.from({ length: 60 }, (_, n) => endOf(send(clients[n % 2] as WechatMp, n % 30))),
    );
    expect(ends.filter((end) => end !== 'sent')).toEqual([]);
    expect(simulator.deliveries).toHaveLength(30);
  });
});

describe('a Redis that may drop what it was given', () => {
  it('F46: is named to whoever listens, once', async () => {
    const redis = await redisOf();
    await redis.client.config('SET', 'maxmemory-policy', 'allkeys-lru');
    const topics: string[] = [];
    const { mp } = await clientOn(redis.url, {
      onEvent: (event) => {
        if (event.type === 'warned') topics.push(event.topic);
      },
    });
    await Promise.all([1, 2, 3].map((n) => send(mp, n)));
    await until(() => topics.length > 0);
    expect(topics).toEqual(['redis-eviction']);
  });
});
