import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';

export const title = 'rate-limiter-flexible, one consume';

/** One window for one person, on a client with the settings that ours has. */
export async function open(redisUrl) {
  const client = new Redis(redisUrl, { enableAutoPipelining: true });
  const limiter = new RateLimiterRedis({ storeClient: client, points: 4, duration: 60 });
  return {
    admit: (n) => limiter.consume(`o${n}`),
    close: () => client.disconnect(),
  };
}
