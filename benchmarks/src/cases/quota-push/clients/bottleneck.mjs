import Bottleneck from 'bottleneck';
import { retryOnLimit } from './retry-on-limit.mjs';
import { templatePost } from './template-post.mjs';

/** One process, a reservoir that is filled once a window: the "reservoir intervals" of its documents. */
export async function open({ target, quota: { max, windowMs } }) {
  const { post, close } = await templatePost({ target });
  const limiter = new Bottleneck({
    reservoir: max,
    reservoirRefreshAmount: max,
    reservoirRefreshInterval: windowMs,
  });
  limiter.on('failed', retryOnLimit(windowMs));
  return {
    send: (item) => limiter.schedule(() => post(item)),
    close: async () => {
      await limiter.disconnect();
      close();
    },
  };
}
