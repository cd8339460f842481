import { variant } from '../callers/variant.mjs';

/** Which users of which package. `name`: the system of `--systems` that they belong to. */
export const variants = [
  variant('wetempo-redis', 'Wetempo, Redis for everything', 'wetempo', { redis: true }),
  variant('wetempo-memory', 'Wetempo, memory stores', 'wetempo', {}),
  variant('axios', 'axios', 'bare', { client: 'axios' }),
  variant('undici', 'undici.request', 'bare', { client: 'undici' }),
  variant('axios-retry', 'axios-retry, its defaults', 'bare', { client: 'axios-retry' }),
  variant('nest-wechat', 'nest-wechat', 'nest-wechat', {}),
  variant('node-easywechat', 'node-easywechat', 'node-easywechat', {}),
  variant('co-wechat-api', 'co-wechat-api', 'co-wechat-api', {}),
];
