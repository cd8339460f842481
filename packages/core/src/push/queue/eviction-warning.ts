import type { RedisConnection } from '../../redis/redis-connection.js';
import type { Telemetry } from '../../telemetry/telemetry.js';

/** Warns where Redis may drop keys to make room: jobs that were dropped are messages that nobody sends. */
export async function warnOfEviction({ client }: RedisConnection, telemetry: Telemetry): Promise<void> {
  // INFO, because providers of hosted Redis often refuse CONFIG. Who may not ask is told nothing.
  const info = await client.info('memory').catch(() => '');
  const policy = /maxmemory_policy:(\S+)/.exec(info)?.[1];
  if (policy === undefined || policy === 'noeviction') return;
  telemetry.emit({
    type: 'warned',
    topic: 'redis-eviction',
    message:
      `Redis has maxmemory-policy ${policy}, so it may drop jobs and the state of pushes when memory runs short. ` +
      'Set maxmemory-policy noeviction, or use a Redis of its own for the queue.',
  });
}
