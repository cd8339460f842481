import { variant } from '../callers/variant.mjs';

/**
 * Which users of which package, in which settings. `name`: the system of `--systems` that they belong to. Where a package can
 * share a token among processes it does, so that nothing but the gateway troubles anybody.
 */
export const variants = [
  variant('wetempo-redis', 'Wetempo, Redis for everything', 'wetempo', { redis: true }),
  variant('wetempo-memory', 'Wetempo, memory stores', 'wetempo', {}),
  variant('axios', 'axios', 'bare', { client: 'axios' }),
  variant('undici', 'undici.request', 'bare', { client: 'undici' }),
  variant('axios-retry', 'axios-retry, its defaults', 'bare', { client: 'axios-retry' }),
  variant('axios-retry', 'axios-retry, exponentialDelay, 429 repeated', 'bare', {
    client: 'axios-retry-429',
  }),
  variant('nest-wechat', 'nest-wechat', 'nest-wechat', { redis: true }),
  variant('node-easywechat', 'node-easywechat, errcode looked at', 'node-easywechat', {}),
  variant('node-easywechat', 'node-easywechat, isFailed() asked too', 'node-easywechat', {
    asksIsFailed: true,
  }),
  variant('co-wechat-api', 'co-wechat-api', 'co-wechat-api', { redis: true }),
];
