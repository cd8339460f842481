import { z } from 'zod';
import type { PushQueueOptions } from '../push/queue/push-queue.js';
import type { PushWorkerOptions } from '../push/queue/push-worker.js';
import { redisOption } from '../push/queue/queue-option-fields.js';
import type { RedisOption } from '../redis/redis-connection.js';

interface ShutdownOptions {
  /** How long messages under way may take when the application shuts down. @default 10_000 */
  readonly graceMs?: number | undefined;
}

/** Pushes are sent by the process that starts them. */
export interface LocalPushOptions extends ShutdownOptions {
  readonly mode: 'local';
}

/** Pushes go through a BullMQ queue: `queue` starts them, `worker` sends them, `both` does the one and the other. */
export interface QueuedPushOptions extends ShutdownOptions {
  readonly mode: 'queue' | 'worker' | 'both';
  /** A URL, or an ioredis client without `keyPrefix` to copy; it stays open. */
  readonly redis: RedisOption;
  /** Queues of different names do not see each other's jobs. @default 'wetempo-push' */
  readonly queueName?: string | undefined;
  readonly queue?: Omit<PushQueueOptions, 'redis' | 'name'> | undefined;
  readonly worker?: Omit<PushWorkerOptions, 'redis' | 'name'> | undefined;
}

export type PushOptions = LocalPushOptions | QueuedPushOptions;

const graceMs = z.number().nonnegative().optional();

/** The queue and the worker look at their own options themselves. */
export const pushOptionsSchema = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('local'), graceMs }),
  z.strictObject({
    mode: z.enum(['queue', 'worker', 'both']),
    graceMs,
    redis: redisOption,
    queueName: z.string().optional(),
    queue: z.looseObject({}).optional(),
    worker: z.looseObject({}).optional(),
  }),
]);
