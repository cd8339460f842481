import { type Job, type JobsOptions, type Processor, Queue, Worker, type WorkerOptions } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type RedisServer, startRedis } from '../../../../../test/support/redis-server.js';
import { CircuitOpenError, RateLimitError, StoreUnavailableError } from '../../errors/errors.js';
import { HandlerQuota, type HandlerQuotaOptions } from '../guard/index.js';
import { limitErrorsToDelay, withQuota } from './index.js';

interface Push {
  readonly n: number;
  readonly tenant?: string;
}
type PushJob = Job<Push, string, string>;

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

let queues = 0;

type PushProcessor = Processor<Push, string, string>;

function startWorker(name: string, processor: PushProcessor, options: Partial<WorkerOptions> = {}) {
  const connection = new Redis(redis.port, { maxRetriesPerRequest: null });
  const worker = new Worker<Push, string, string>(name, processor, {
    connection,
    concurrency: 5,
    ...options,
  });
  const errors: Error[] = [];
  worker.on('error', (error) => errors.push(error));
  onTestFinished(async () => {
    await worker.close();
    connection.disconnect();
    expect(errors).toEqual([]);
  });
  return worker;
}

/** A queue with one worker, in which finished jobs can be looked at. */
function startQueue(processor: PushProcessor, options: Partial<WorkerOptions> = {}) {
  queues += 1;
  const name = `pushes-${queues}`;
  const connection = new Redis(redis.port, { maxRetriesPerRequest: null });
  const queue = new Queue<Push, string, string>(name, { connection });
  onTestFinished(async () => {
    await queue.close();
    connection.disconnect();
  });
  const worker = startWorker(name, processor, options);
  const add = (data: Push, jobOptions: JobsOptions = {}) => queue.add('push', data, jobOptions);
  const finished = async (count: number) => {
    await expect
      .poll(() => queue.getJobCountByTypes('completed', 'failed'), { timeout: 20_000, interval: 20 })
      .toBe(count);
    return { completed: await queue.getCompleted(), failed: await queue.getFailed() };
  };
  return { queue, worker, add, finished };
}

const quotaOf = (limits: HandlerQuotaOptions['limits']) => new HandlerQuota({ limits });

describe('withQuota', () => {
  it('F131: runs all jobs at the pace of the quota, and no delay uses up an attempt', async () => {
    const quota = quotaOf({ app: { max: 4, windowMs: 200 } });
    const startedAt: number[] = [];
    const { add, finished } = startQueue(
      withQuota(quota, { jitterMs: 100 }, async (job: PushJob) => {
        startedAt.push(performance.now());
        return `sent ${job.data.n}`;
      }),
    );
    await Promise.all(Array.from({ length: 20 }, (_, n) => add({ n }, { attempts: 1 })));
    const { completed, failed } = await finished(20);
    expect(failed).toEqual([]);
    expect(new Set(completed.map(({ returnvalue }) => returnvalue)).size).toBe(20);
    expect(completed.map(({ attemptsMade }) => attemptsMade)).toEqual(Array(20).fill(1));
    expect(Math.max(...completed.map(({ attemptsStarted }) => attemptsStarted))).toBeGreaterThan(1);
    // Twenty in fours need four windows after the first; on a busy machine one starts a while after it was admitted.
    expect((startedAt.at(-1) ?? 0) - (startedAt[0] ?? 0)).toBeGreaterThan(2 * 200);
  });

  it('is one pace for the workers of all processes', async () => {
    const limits = { app: { max: 4, windowMs: 300 } };
    const open = async () => {
      const quota = await HandlerQuota.open({ limits, name: 'fleet', redis: redis.url });
      onTestFinished(() => quota.close());
      return quota;
    };
    const startedAt: number[] = [];
    const processor = async () => {
      startedAt.push(performance.now());
      return 'sent';
    };
    const { queue, add, finished } = startQueue(withQuota(await open(), { jitterMs: 100 }, processor));
    startWorker(queue.name, withQuota(await open(), { jitterMs: 100 }, processor));
    await Promise.all(Array.from({ length: 16 }, (_, n) => add({ n })));
    expect((await finished(16)).completed).toHaveLength(16);
    expect((startedAt.at(-1) ?? 0) - (startedAt[0] ?? 0)).toBeGreaterThan(1.5 * 300);
  });

  it('frees the worker while a tenant waits: others pass', async () => {
    const quota = quotaOf({ tiers: { slow: { perDay: 1 } }, tenants: { a: 'slow' } });
    const done: number[] = [];
    const { queue, add } = startQueue(
      withQuota(quota, { tenant: (job: PushJob) => job.data.tenant }, async ({ data }) => {
        done.push(data.n);
        return 'sent';
      }),
      { concurrency: 1 },
    );
    for (let n = 0; n < 4; n += 1) await add({ n, tenant: 'a' });
    await add({ n: 4, tenant: 'b' });
    await expect.poll(() => done, { timeout: 10_000 }).toEqual([0, 4]);
    expect(await queue.getDelayedCount()).toBe(3);
  });

  it('F131: fails a job for good that would have to wait for longer than it may', async () => {
    const quota = quotaOf({ app: { perMinute: 1 } });
    const { add, finished } = startQueue(
      withQuota(quota, { giveUpAfterMs: 5_000 }, async () => 'sent'),
      { concurrency: 1 },
    );
    await add({ n: 0 });
    await add({ n: 1 }, { attempts: 10, backoff: 100 });
    const { failed } = await finished(2);
    expect(failed).toHaveLength(1);
    expect(failed[0]?.attemptsMade).toBe(1);
    expect(failed[0]?.failedReason).toMatch(/job push: not run, the quota of the service is used up/);
  });

  it('gives the reason along to whoever hears of the failure', async () => {
    const quota = quotaOf({ app: { perMinute: 1 } });
    const { worker, add } = startQueue(
      withQuota(quota, { giveUpAfterMs: 0, cost: 1 }, async () => 'sent'),
      { concurrency: 1 },
    );
    const reason = new Promise<unknown>((resolve) => worker.on('failed', (_, error) => resolve(error.cause)));
    await add({ n: 0 });
    await add({ n: 1 });
    expect(await reason).toMatchObject({ code: 'RATE_LIMITED', scope: 'app' });
  });

  it('gives a place back when the job has ended, also by an error', async () => {
    const quota = quotaOf({ app: { concurrency: 1 } });
    const { add, finished } = startQueue(
      withQuota(quota, { jitterMs: 50 }, async (job: PushJob) => {
        if (job.data.n === 0) throw new Error('no luck');
        return 'sent';
      }),
    );
    await Promise.all([0, 1, 2].map((n) => add({ n })));
    const { completed, failed } = await finished(3);
    expect([completed.length, failed.length]).toEqual([2, 1]);
    expect(failed[0]?.failedReason).toBe('no luck');
  });

  it('puts jobs off while the store is away and no process may count alone', async () => {
    let isAway = true;
    const quota: Pick<HandlerQuota, 'take'> = {
      take: async () => {
        if (isAway) throw new StoreUnavailableError('limits: Redis did not answer', { store: 'limit' });
        return { type: 'taken', release: () => undefined };
      },
    };
    const { queue, add, finished } = startQueue(withQuota(quota, { jitterMs: 0 }, async () => 'sent'));
    await add({ n: 0 }, { attempts: 1 });
    await expect.poll(() => queue.getDelayedCount(), { timeout: 10_000 }).toBe(1);
    isAway = false;
    expect((await finished(1)).completed[0]).toMatchObject({ attemptsMade: 1, attemptsStarted: 2 });
  });
});

describe('limitErrorsToDelay', () => {
  const limited = (retryAfterMs: number) =>
    new RateLimitError('template.send: a limit was met', {
      scope: 'endpoint',
      retryAfterMs,
      origin: 'platform',
    });
  const open = (retryAfterMs: number) => new CircuitOpenError('user.info: open', { retryAfterMs });

  it.each([
    ['RateLimitError', limited],
    ['CircuitOpenError', open],
  ])('F131: brings a job back after the time that a %s names, as the same attempt', async (_, errorOf) => {
    const runs: number[] = [];
    const { add, finished } = startQueue(
      limitErrorsToDelay(
        async () => {
          runs.push(performance.now());
          if (runs.length < 3) throw errorOf(150);
          return 'sent';
        },
        { jitterMs: 0 },
      ),
    );
    await add({ n: 0 }, { attempts: 1 });
    const { completed } = await finished(1);
    expect(completed[0]).toMatchObject({ attemptsMade: 1, attemptsStarted: 3 });
    const gaps = runs.slice(1).map((at, index) => at - (runs[index] ?? 0));
    for (const gapMs of gaps) expect(gapMs).toBeGreaterThan(140);
  });

  it('F131: ends a job whose limit is met for ever', async () => {
    let runs = 0;
    const { add, finished } = startQueue(
      limitErrorsToDelay(
        async (): Promise<string> => {
          runs += 1;
          throw limited(600);
        },
        { giveUpAfterMs: 3_000, jitterMs: 0 },
      ),
    );
    await add({ n: 0 }, { attempts: 3 });
    const { failed } = await finished(1);
    expect(failed[0]?.failedReason).toMatch(/template\.send: a limit was met/);
    expect(runs).toBeGreaterThan(1);
    expect(runs).toBeLessThanOrEqual(6);
  });

  it('leaves every other error to the attempts of the job', async () => {
    const { add, finished } = startQueue(
      limitErrorsToDelay(async (): Promise<string> => {
        throw new Error('no luck');
      }),
    );
    await add({ n: 0 }, { attempts: 2 });
    const { failed } = await finished(1);
    expect(failed[0]).toMatchObject({ attemptsMade: 2, failedReason: 'no luck' });
  });

  it('goes inside a quota, and both put the job off', async () => {
    const quota = quotaOf({ app: { max: 1, windowMs: 100, concurrency: 1 } });
    let runs = 0;
    const { add, finished } = startQueue(
      withQuota(
        quota,
        { jitterMs: 20 },
        limitErrorsToDelay(
          async () => {
            runs += 1;
            if (runs === 1) throw limited(50);
            return 'sent';
          },
          { jitterMs: 20 },
        ),
      ),
    );
    await Promise.all([0, 1].map((n) => add({ n }, { attempts: 1 })));
    expect((await finished(2)).completed).toHaveLength(2);
    expect(runs).toBe(3);
  });
});
