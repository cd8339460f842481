import Bottleneck from 'bottleneck';
import { Redis } from 'ioredis';
import { retryOnLimit } from './retry-on-limit.mjs';
import { templatePost } from './template-post.mjs';

/**
 * Several processes, evenly spaced over Redis: among processes its reservoirs are filled once in 5 seconds at the soonest, so that
 * a quota per second is kept by `minTime`.
 */
export async function open({ target, redisUrl, quota: { max, windowMs } }) {
  const { post, close } = await templatePost({ target });
  const { hostname: host, port } = new URL(redisUrl);
  const limiter = new Bottleneck({
    id: 'template.send',
    minTime: windowMs / max,
    datastore: 'ioredis',
    clientOptions: { host, port: Number(port) },
    Redis,
  });
  limiter.on('failed', retryOnLimit(windowMs));
  await limiter.ready();
  return {
    send: (item) => limiter.schedule(() => post(item)),
    close: async () => {
      await limiter.disconnect();
      close();
    },
  };
}
