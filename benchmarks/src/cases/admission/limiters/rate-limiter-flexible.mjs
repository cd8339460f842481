import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterUnion } from 'rate-limiter-flexible';

const onePerson = { points: 4, duration: 60 };
/** As many as Wetempo has with every limit on. Nobody waits: only the person's is a real limit. */
const windows = Array.from({ length: 9 }, (_, index) => ({ ...onePerson, keyPrefix: `window${index}` }));

/** One window for one person. */
export function openInMemory() {
  const limiter = new RateLimiterMemory(onePerson);
  return { admit: (n) => limiter.consume(`o${n}`), close: () => {} };
}

export function openUnionInMemory() {
  const union = new RateLimiterUnion(...windows.map((options) => new RateLimiterMemory(options)));
  return { admit: (n) => union.consume(`o${n}`), close: () => {} };
}

export function openOnRedis(redisUrl) {
  const storeClient = clientOf(redisUrl);
  const limiter = new RateLimiterRedis({ storeClient, ...onePerson });
  return { admit: (n) => limiter.consume(`o${n}`), close: () => storeClient.disconnect() };
}

/** It asks all at once, and does not take back what the others counted where one refuses. */
export function openUnionOnRedis(redisUrl) {
  const storeClient = clientOf(redisUrl);
  const union = new RateLimiterUnion(
    ...windows.map((options) => new RateLimiterRedis({ storeClient, ...options })),
  );
  return { admit: (n) => union.consume(`o${n}`), close: () => storeClient.disconnect() };
}

/** Commands travel together, as with the client that Wetempo makes. */
function clientOf(redisUrl) {
  return new Redis(redisUrl, { enableAutoPipelining: true });
}
