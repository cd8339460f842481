import { Redis } from 'ioredis';
import { RateLimiterQueue, RateLimiterRedis } from 'rate-limiter-flexible';
import { sendThrough } from './retry-on-limit.mjs';
import { templatePost } from './template-post.mjs';

/** Several processes that count one window in Redis, each with its queue before it; its durations are whole seconds. */
export async function open({ target, redisUrl, quota: { max, windowMs } }) {
  const { post, close } = await templatePost({ target });
  const storeClient = new Redis(redisUrl, { enableOfflineQueue: false, lazyConnect: true });
  await storeClient.connect();
  const limiter = new RateLimiterRedis({ storeClient, points: max, duration: windowMs / 1000 });
  const queue = new RateLimiterQueue(limiter);
  const admit = () => queue.removeTokens(1, 'template.send');
  return {
    send: (item) => sendThrough(admit, () => post(item)),
    close: () => {
      storeClient.disconnect();
      close();
    },
  };
}
