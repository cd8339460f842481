import { evictionPolicyOf } from '../redis/eviction-policy.js';
import type { RedisConnection } from '../redis/redis-connection.js';
import type { WarningListener } from './memory-loss-watch.js';

/** Warns where Redis may drop keys to make room: a record that was dropped is a message that may go out twice. */
export async function warnOfEviction(connection: RedisConnection, onWarning: WarningListener): Promise<void> {
  const policy = await evictionPolicyOf(connection);
  if (policy === undefined) return;
  onWarning(
    'redis-eviction',
    `Redis has maxmemory-policy ${policy}, so it may drop the records of sent messages when memory runs short, and they ` +
      'could be sent again. Set maxmemory-policy noeviction, or use a Redis of its own for them.',
  );
}
