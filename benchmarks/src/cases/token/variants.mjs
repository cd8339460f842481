import { variant } from '../callers/variant.mjs';

/** Which users of which package, in which settings. `name`: the system of `--systems` that they belong to. */
export const variants = [
  variant('wetempo-redis', 'Wetempo, Redis, stable', 'wetempo', { redis: true }),
  variant('wetempo-redis', 'Wetempo, Redis, classic', 'wetempo', { redis: true, tokenMode: 'classic' }),
  variant('wetempo-memory', 'Wetempo, memory stores, stable', 'wetempo', {}),
  variant('wetempo-memory', 'Wetempo, memory stores, classic', 'wetempo', { tokenMode: 'classic' }),
  variant('axios', 'axios, one token per process for good, stable', 'bare', { client: 'axios' }),
  variant('nest-wechat', 'nest-wechat, cache in memory, stable', 'nest-wechat', {}),
  variant('nest-wechat', 'nest-wechat, cache in Redis, stable', 'nest-wechat', { redis: true }),
  variant('node-easywechat', 'node-easywechat, cache in a file, classic', 'node-easywechat', {}),
  variant('node-easywechat', 'node-easywechat, cache in a file, stable', 'node-easywechat', { stable: true }),
  variant('co-wechat-api', 'co-wechat-api, token in memory, classic', 'co-wechat-api', {}),
  variant('co-wechat-api', 'co-wechat-api, token in Redis, classic', 'co-wechat-api', { redis: true }),
];
