import type { Job, Queue, Worker } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import { ConfigError } from '../../errors/errors.js';
import type { RedisOption } from '../../redis/redis-connection.js';

/** What of BullMQ is used. */
export interface Bull {
  readonly Queue: typeof Queue;
  readonly Worker: typeof Worker;
  readonly Job: typeof Job;
  readonly DelayedError: new () => Error;
  readonly UnrecoverableError: new (message: string) => Error;
}

/** @throws {ConfigError} where the package is not installed */
export async function importBull(): Promise<Bull> {
  try {
    return await import('bullmq');
  } catch (cause) {
    throw new ConfigError('push: the package "bullmq" is not installed', {
      cause,
      hint: 'Run `npm install bullmq ioredis`, or push from one process.',
    });
  }
}

/**
 * Refuses what BullMQ cannot work with.
 *
 * @throws {ConfigError} where the client puts a prefix before keys
 */
export function checkRedis(redis: RedisOption, owner: string): void {
  if (typeof redis === 'string') return;
  const { options } = redis as Redis | Cluster;
  const own = 'keyPrefix' in options ? options.keyPrefix : undefined;
  const prefix = own ?? ('redisOptions' in options ? options.redisOptions?.keyPrefix : undefined);
  if (!prefix) return;
  throw new ConfigError(`${owner}: redis: an ioredis client with the option keyPrefix cannot be used`, {
    hint: 'Give a client without keyPrefix: every key begins with "wetempo:" and the account; `name` tells queues apart.',
  });
}

/** Waits for a Redis that is away for as long as it takes, as BullMQ asks for. */
const patient = {
  maxRetriesPerRequest: null,
  retryStrategy: (attempt: number) => Math.min(50 * attempt, 1000),
} as const;

/** A connection of its own for BullMQ. A client that was handed in stays untouched and open. */
export async function openBullClient(redis: RedisOption): Promise<Redis | Cluster> {
  const client = typeof redis === 'string' ? await ofUrl(redis) : copyOf(redis as Redis | Cluster);
  // Without a listener ioredis prints each failed reconnect.
  client.on('error', () => undefined);
  return client;
}

async function ofUrl(url: string): Promise<Redis> {
  const { Redis: Client } = await importIoredis();
  return new Client(url, patient);
}

async function importIoredis() {
  try {
    return await import('ioredis');
  } catch (cause) {
    throw new ConfigError('push: the package "ioredis" is not installed', {
      cause,
      hint: 'Run `npm install bullmq ioredis`, or push from one process.',
    });
  }
}

function copyOf(client: Redis | Cluster): Redis | Cluster {
  if (!client.isCluster) return (client as Redis).duplicate({ ...patient });
  const cluster = client as Cluster;
  return cluster.duplicate([], {
    ...cluster.options,
    // ioredis' own option types disagree with themselves under exactOptionalPropertyTypes.
    redisOptions: { ...(cluster.options.redisOptions as object), maxRetriesPerRequest: null },
  });
}
