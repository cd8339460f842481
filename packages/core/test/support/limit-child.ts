import { setTimeout as sleep } from 'node:timers/promises';
import { LimitPolicy } from '../../src/rate-limit/limit-policy.js';
import { RateLimiter } from '../../src/rate-limit/rate-limiter.js';
import { RedisLimitStore } from '../../src/rate-limit/redis-limit-store.js';
import { RedisConnection } from '../../src/redis/redis-connection.js';
import { Deadline } from '../../src/retry/deadline.js';
import { Telemetry } from '../../src/telemetry/telemetry.js';

/** What the parent may ask for: so many sends at once to one recipient. */
export interface LimitJob {
  readonly account: string;
  readonly recipient: string;
  readonly sends: number;
  readonly perRecipient: { readonly max: number; readonly windowMs: number };
  readonly inFlightMs: number;
  readonly platformUrl: string;
  /** Each send dawdles for a random part of this between its admission and its request. */
  readonly dawdleMs: number;
}

async function main(redisUrl: string): Promise<void> {
  const connection = await RedisConnection.open(redisUrl);
  process.on('message', async (job: LimitJob) => {
    process.send?.(await run(job, connection));
  });
  process.send?.('ready');
}

async function run(job: LimitJob, connection: RedisConnection): Promise<readonly string[]> {
  const store = new RedisLimitStore(connection, { ownsConnection: false });
  const { account, perRecipient, inFlightMs, sends } = job;
  const policy = new LimitPolicy({ perRecipient });
  const limiter = new RateLimiter({ store, policy, account, inFlightMs, telemetry: new Telemetry() });
  const outcomes = await Promise.all(
    Array.from({ length: sends }, () =>
      send(limiter, job).then(
        () => 'sent',
        (error: unknown) => String(error),
      ),
    ),
  );
  await limiter.close();
  return outcomes;
}

async function send(limiter: RateLimiter, { recipient, platformUrl, dawdleMs }: LimitJob): Promise<void> {
  const admission = await limiter.admit({
    endpoint: 'template.send',
    kind: 'message',
    recipient,
    weight: 1,
    deadline: new Deadline(60_000),
    onLimit: 'wait',
    callId: 'c',
    requestId: 'r',
  });
  try {
    await sleep(Math.random() * dawdleMs);
    await (await fetch(platformUrl)).text();
  } finally {
    admission.release();
  }
}

await main(process.env.REDIS_URL ?? '');
