import { evictionPolicyOf } from '../../redis/eviction-policy.js';
import type { RedisConnection } from '../../redis/redis-connection.js';
import type { Telemetry } from '../../telemetry/telemetry.js';

/** Warns where Redis may drop keys to make room: jobs that were dropped are messages that nobody sends. */
export async function warnOfEviction(connection: RedisConnection, telemetry: Telemetry): Promise<void> {
  const policy = await evictionPolicyOf(connection);
  if (policy === undefined) return;
  telemetry.emit({
    type: 'warned',
    topic: 'redis-eviction',
    message:
      `Redis has maxmemory-policy ${policy}, so it may drop jobs and the state of pushes when memory runs short. ` +
      'Set maxmemory-policy noeviction, or use a Redis of its own for the queue.',
  });
}
