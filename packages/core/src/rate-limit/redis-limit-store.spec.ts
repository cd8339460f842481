import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type RedisServer, startRedis } from '../../../../test/support/redis-server.js';
import { toldTime } from '../../test/support/told-time.js';
import { RedisConnection } from '../redis/redis-connection.js';
import { limitStoreContract } from '../testing/limit-store-contract.js';
import type { AdmitRequest, LimitRule } from './limit-store.js';
import { RedisLimitStore } from './redis-limit-store.js';

let redis: RedisServer;
let connection: RedisConnection;

beforeAll(async () => {
  redis = await startRedis();
  connection = await RedisConnection.open(redis.url, { commandTimeoutMs: 10_000 });
});
afterAll(async () => {
  await connection.close();
  await redis.stop();
});

limitStoreContract({ describe, it: it.concurrent }, async () => {
  const { connection: told, advance } = toldTime(connection);
  return { store: new RedisLimitStore(told), advance };
});

const account = 'wx0000000000000001';
const recipient: LimitRule = {
  type: 'sliding-window',
  key: 'recipient:o1:window',
  scope: 'recipient',
  weight: 1,
  max: 4,
  windowMs: 60_000,
  countsFrom: 'end',
};
const everyKind: readonly LimitRule[] = [
  recipient,
  { type: 'sliding-window', key: 'app:1000ms', scope: 'app', weight: 1, max: 1000, windowMs: 1000 },
  { type: 'calendar', unit: 'day', key: 'app:day', scope: 'app', weight: 1, max: 1000 },
  {
    type: 'bucket',
    key: 'tenant:t1:pace',
    scope: 'tenant',
    weight: 1,
    max: 1000,
    windowMs: 1000,
    burst: 1000,
  },
  { type: 'concurrency', key: 'app:concurrency', scope: 'app', weight: 1, max: 1000, holdMs: 5000 },
];
const barriers = [{ key: 'gateway', scope: 'gateway' }] as const;

let admissions = 0;
function request(fields: Partial<AdmitRequest> = {}): AdmitRequest {
  admissions += 1;
  return { account, admissionId: `a${admissions}`, rules: everyKind, barriers, inFlightMs: 5000, ...fields };
}

async function commandCount(): Promise<number> {
  const stats = await redis.client.info('commandstats');
  const calls = [...stats.matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g)].map(([, count]) => Number(count));
  return calls.reduce((sum, count) => sum + count, 0);
}

/** How many entries of a log are stamped later than now: their calls have not ended. */
async function onTheirWay(key: string): Promise<number> {
  const log = (await redis.client.getBuffer(key)) ?? Buffer.alloc(8);
  let count = 0;
  for (let at = 8; at < log.length; at = log.indexOf(0, at + 16) + 1) {
    if (log.readDoubleLE(at) > Date.now() + 1000) count += 1;
  }
  return count;
}

/** How long the quickest of some refusals takes: the machine may sleep during one of them. */
async function leastRefusalMs(store: RedisLimitStore): Promise<number> {
  const tookMs: number[] = [];
  for (let call = 0; call < 4; call += 1) {
    const startedAt = performance.now();
    const unavailable = { code: 'STORE_UNAVAILABLE', store: 'limit' };
    await expect(store.admit(request())).rejects.toMatchObject(unavailable);
    tookMs.push(performance.now() - startedAt);
  }
  return Math.min(...tookMs);
}

describe('RedisLimitStore', () => {
  it('lets every key expire', async () => {
    await redis.flush();
    const store = new RedisLimitStore(connection, { ownsConnection: false });
    for (let call = 0; call < 3; call += 1) await store.admit(request());
    await store.closeBarrier(account, 'gateway', { forMs: 60_000 });
    await store.takeTurn(account, 'quota', 60_000);
    const counts = [{ endpoint: 'a.b', calls: 1, limited: 0, failed: 0, durationMs: 5 }];
    const notes = [{ key: 'n', text: '{}', ttlMs: 60_000 }];
    await store.report(account, { processId: 'p1', counts, notes });
    const keys = await redis.client.keys('*');
    const prefix = `wetempo:{${account}}:limit:`;
    const names = keys.map((key) => key.replace(prefix, '').replace(/^rules:.*/, 'rules')).toSorted();
    expect(names).toEqual([
      'counters',
      'counters:tenant:t1',
      'door:gateway',
      'log:recipient:o1:window',
      'notes',
      'places:app:concurrency',
      'processes',
      'rules',
      'time-line:',
      'time-line:a.b',
      'turn:quota',
    ]);
    for (const key of keys) {
      expect(await redis.client.pttl(key), key).toBeGreaterThan(0);
      expect(key).toContain(`{${account}}`);
    }
  });

  it('keeps a place on its way longer than a younger one that ends sooner', async () => {
    await redis.flush();
    const store = new RedisLimitStore(connection, { ownsConnection: false });
    await store.admit(request({ rules: [recipient], inFlightMs: 300_000 }));
    await store.admit(request({ rules: [recipient], inFlightMs: 10 }));
    const [key = ''] = await redis.client.keys('*');
    expect(await redis.client.pttl(key)).toBeGreaterThan(300_000);
  });

  it('takes one round trip per admission, the end of the call before included', async () => {
    await redis.flush();
    const store = new RedisLimitStore(connection, { ownsConnection: false });
    const inWindow = everyKind.filter(({ type }) => type !== 'concurrency');
    await store.admit(request({ rules: inWindow }));
    const before = await commandCount();
    for (let call = 0; call < 50; call += 1) {
      const rules = inWindow.map((rule) => ({ ...rule, key: `${rule.key}:${call}` }));
      const asked = request({ rules });
      await store.admit(asked);
      await store.release(account, asked.admissionId, rules);
    }
    expect(await commandCount()).toBe(before + 50);
  });

  it('decides in one script on admissions of one turn under the same rules, one after the other', async () => {
    await redis.flush();
    const store = new RedisLimitStore(connection, { ownsConnection: false });
    const few = everyKind.map((rule) => (rule.key === 'app:day' ? { ...rule, max: 10 } : rule));
    const toPerson = (n: number) => {
      const [window, ...others] = few.map((rule) =>
        rule === recipient ? { ...rule, key: `recipient:o${n}` } : rule,
      );
      const door = { key: `recipient:o${n}`, scope: 'recipient' } as const;
      return request({
        rules: window === undefined ? others : [window, ...others],
        barriers: [...barriers, door],
      });
    };
    await store.admit(toPerson(0));
    await store.admit(toPerson(0));
    await store.closeBarrier(account, 'recipient:o3', { forMs: 60_000 });
    const before = await commandCount();
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => store.admit(toPerson(n + 1))));
    expect(await commandCount()).toBe(before + 1);
    const left = answers.map((answer) => (answer.type === 'admitted' ? answer.remaining?.left : answer.key));
    expect(left).toEqual([7, 6, 'recipient:o3', 5, 4, 3, 2, 1, 0, 'app:day', 'app:day', 'app:day']);
  });

  it.each<[string, (log: string, hash: string) => Promise<unknown>]>([
    ['a log that cannot be read', (log) => redis.client.set(log, 'damaged')],
    ['counters that cannot be read', (_, hash) => redis.client.hset(hash, 'day:day', 'x')],
    ['counters of another kind', (_, hash) => redis.client.set(hash, 'damaged')],
    ['an expiry that is no number', (_, hash) => redis.client.hset(hash, '#', 'damaged')],
  ])('what is damaged of one person fails nobody else, and forgets nothing: %s', async (what, damage) => {
    await redis.flush();
    const store = new RedisLimitStore(connection, { ownsConnection: false });
    const toPerson = (n: number): AdmitRequest => {
      const day = { type: 'calendar', unit: 'day', scope: 'recipient', weight: 1, max: 10 } as const;
      const window = { ...recipient, key: `recipient:o${n}:window` };
      return request({ rules: [window, { ...day, key: `recipient:o${n}:day` }, ...everyKind.slice(1)] });
    };
    const toEach = () => Promise.allSettled([0, 1, 2].map((n) => store.admit(toPerson(n))));
    await toEach();
    const keys = await redis.client.keys('*:recipient:o1*');
    const [log = '', hash = ''] = ['window', 'o1'].map((end) => keys.find((key) => key.endsWith(end)));
    const day = await redis.client.hgetBuffer(hash, 'day:day');
    await damage(log, hash);
    const before = await commandCount();
    const failed = { reason: { code: 'STORE_UNAVAILABLE', store: 'limit' } };
    const admitted = { value: { type: 'admitted' } };
    expect(await toEach()).toMatchObject([admitted, failed, admitted]);
    expect(await commandCount()).toBe(before + 1);
    if (what.includes('log') || what.includes('expiry')) {
      expect(await redis.client.hgetBuffer(hash, 'day:day')).toEqual(day);
    }
    const counted = (await toEach()).map((answer) => answer.status === 'fulfilled' && answer.value);
    expect(counted).toMatchObject([{ remaining: { left: 1 } }, false, { remaining: { left: 1 } }]);
  });

  it('a full Redis forgets nothing, and lets nobody through', async () => {
    await redis.flush();
    const store = new RedisLimitStore(connection, { ownsConnection: false });
    const day = { type: 'calendar', unit: 'day', scope: 'recipient', weight: 1, max: 3 } as const;
    const asked = () => request({ rules: [recipient, { ...day, key: 'recipient:o1:day' }] });
    await store.admit(asked());
    const [hash = ''] = (await redis.client.keys('*counters*')).filter((key) => !key.endsWith('counters'));
    const taken = await redis.client.hgetallBuffer(hash);
    expect(Object.keys(taken)).toContain('day:day');
    await redis.client.del((await redis.client.keys('*:window*')).concat('none'));
    await redis.client.config('SET', 'maxmemory', '1');
    await expect(store.admit(asked())).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await redis.client.config('SET', 'maxmemory', '0');
    expect(await redis.client.hgetallBuffer(hash)).toEqual(taken);
  });

  it('keeps no slot that has left the window', async () => {
    await redis.flush();
    const { connection: told, advance } = toldTime(connection);
    const store = new RedisLimitStore(told, { ownsConnection: false });
    const window = { type: 'sliding-window', key: 'app:240ms', scope: 'app', weight: 1 } as const;
    const slotsOfAWindow = 12;
    for (let n = 0; n < 4 * slotsOfAWindow; n += 1) {
      const rules = [{ ...window, max: 1000, windowMs: 20 * slotsOfAWindow }];
      await expect(store.admit(request({ rules, barriers: [] }))).resolves.toMatchObject({
        type: 'admitted',
      });
      await advance(20);
    }
    const [hash = ''] = await redis.client.keys('*:counters');
    const fields = await redis.client.hkeys(hash);
    const slots = fields.filter((field) => field.includes('@'));
    expect(slots.length).toBeGreaterThanOrEqual(slotsOfAWindow - 1);
    expect(slots.length).toBeLessThanOrEqual(slotsOfAWindow + 1);
  });

  it('tells each admission of its own where what all share cannot be read', async () => {
    await redis.flush();
    const store = new RedisLimitStore(connection, { ownsConnection: false });
    await store.admit(request());
    await redis.client.hset(`wetempo:{${account}}:limit:counters`, 'day:app:day', 'x');
    const asked = await Promise.allSettled([store.admit(request()), store.admit(request())]);
    for (const outcome of asked)
      expect(outcome).toMatchObject({ reason: { code: 'STORE_UNAVAILABLE', store: 'limit' } });
  });

  it('lets no two calls of one turn into the last place of one person', async () => {
    await redis.flush();
    const store = new RedisLimitStore(connection, { ownsConnection: false });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => store.admit(request({ rules: [recipient] }))),
    );
    expect(answers.filter(({ type }) => type === 'admitted')).toHaveLength(4);
  });

  it('passes on the end of a call at the next admission, and at close', async () => {
    await redis.flush();
    const store = new RedisLimitStore(connection, { ownsConnection: false });
    const [first, second] = [request({ rules: [recipient] }), request({ rules: [recipient] })];
    await store.admit(first);
    await store.release(account, first.admissionId, [recipient]);
    await store.admit(second);
    await store.release(account, second.admissionId, [recipient]);
    const [key = ''] = await redis.client.keys('*');
    expect(await onTheirWay(key)).toBe(1);
    await store.close();
    expect(await onTheirWay(key)).toBe(0);
  });

  it('passes on the end of a call by itself within a twentieth of the window', async () => {
    await redis.flush();
    const store = new RedisLimitStore(connection, { ownsConnection: false });
    const rule = { ...recipient, windowMs: 1000 };
    const asked = request({ rules: [rule] });
    await store.admit(asked);
    await store.release(account, asked.admissionId, [rule]);
    const [key = ''] = await redis.client.keys('*');
    await expect.poll(() => onTheirWay(key), { timeout: 5000, interval: 10 }).toBe(0);
  });

  it('tells Redis what the rules are once, and again where Redis has forgotten it', async () => {
    await redis.flush();
    const sent: string[] = [];
    const store = new RedisLimitStore({
      run: (name, keys, args) => {
        sent.push(args.join(' '));
        return connection.run(name, keys, args);
      },
      close: async () => undefined,
    });
    for (let call = 0; call < 6; call += 1) await store.admit(request());
    expect(sent.map((args) => args.includes('app:1000ms'))).toEqual([true, true, true, false, false, false]);
    await redis.flush();
    expect(await store.admit(request())).toMatchObject({ type: 'admitted', remaining: { left: 3 } });
    expect(sent).toHaveLength(8);
    expect(sent[7]).toContain('app:1000ms');
  });

  it('does not remember rules that come once, for example with a weight of their own', async () => {
    await redis.flush();
    const store = new RedisLimitStore(connection, { ownsConnection: false });
    for (let call = 0; call < 20; call += 1) {
      await store.admit(request({ rules: [{ ...recipient, weight: 0.01 + call / 1000 }] }));
    }
    expect(await redis.client.keys('*:rules:*')).toEqual([]);
  });

  it('F44: an admission whose answer was lost may be repeated, and never lets too many through', async () => {
    await redis.flush();
    const proxy = await startAnswerCutter(redis.port);
    onTestFinished(() => proxy.close());
    const store = new RedisLimitStore(
      await RedisConnection.open(`redis://127.0.0.1:${proxy.port}`, { commandTimeoutMs: 10_000 }),
    );
    onTestFinished(() => store.close());
    await store.admit(request({ rules: [], barriers: [] }));
    let through = 0;
    const startedAt = performance.now();
    for (let call = 0; call < 8; call += 1) {
      const asked = request({ rules: [recipient] });
      proxy.cutNextAnswer();
      await expect(store.admit(asked)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
      const again = await store.admit(asked);
      if (again.type === 'admitted') through += 1;
    }
    expect(through).toBe(4);
    // A cut connection is noticed by itself, long before the time-out.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('F145: says within half a second that Redis is down, and counts on when it is back', async () => {
    const mortal = await startRedis();
    onTestFinished(() => mortal.stop());
    const store = new RedisLimitStore(await RedisConnection.open(mortal.url));
    onTestFinished(() => store.close());
    expect(await store.admit(request())).toMatchObject({ type: 'admitted' });
    await mortal.kill();
    expect(await leastRefusalMs(store)).toBeLessThan(500);
    await mortal.start();
    await expect
      .poll(() => store.admit(request()).catch(() => undefined), { timeout: 20_000 })
      .toMatchObject({ type: 'admitted' });
  });

  it('F145: takes a paused Redis for unreachable after commandTimeoutMs', async () => {
    const store = new RedisLimitStore(await RedisConnection.open(redis.url, { commandTimeoutMs: 200 }));
    onTestFinished(() => store.close());
    await expect.poll(() => store.admit(request()).catch(() => undefined), { timeout: 20_000 }).toBeDefined();
    redis.pause();
    onTestFinished(() => redis.resume());
    expect(await leastRefusalMs(store)).toBeLessThan(1000);
  });
});

interface AnswerCutter {
  readonly port: number;
  /** Lets the next command reach Redis, and cuts the connection where its answer comes. */
  cutNextAnswer(): void;
  close(): void;
}

async function startAnswerCutter(targetPort: number): Promise<AnswerCutter> {
  let isCutting = false;
  const sockets = new Set<Socket>();
  const server: Server = createServer((inbound) => {
    const outbound = createConnection(targetPort, '127.0.0.1');
    for (const socket of [inbound, outbound]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    inbound.on('close', () => outbound.destroy());
    outbound.on('close', () => inbound.destroy());
    // Commands of the handshake pass: only what follows an admission's text is cut.
    inbound.on('data', (data) => {
      inbound.pause();
      outbound.write(data, () => inbound.resume());
      if (isCutting && data.includes('eval')) armed.add(outbound);
    });
    outbound.on('data', (data) => {
      if (!armed.delete(outbound)) return void inbound.write(data);
      isCutting = false;
      inbound.destroy();
    });
  });
  const armed = new Set<Socket>();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    cutNextAnswer: () => {
      isCutting = true;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
