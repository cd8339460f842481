import { createRequire } from 'node:module';
import { Redis } from 'ioredis';
import { WeChatService } from 'nest-wechat';
import { withId } from '../../systems/bare-post.mjs';
import { expectNoErrcode } from './errcode.mjs';

/** The axios that CommonJS gives it, which has no other way to take a time-out or another address. */
const axios = createRequire(import.meta.resolve('nest-wechat'))('axios');
const platform = 'https://api.weixin.qq.com';
let baseUrl;
axios.interceptors.request.use(
  (config) => Object.assign(config, { url: config.url.replace(platform, baseUrl) }),
  null,
  { synchronous: true },
);

/** It has no method for customer-service messages. */
export async function open({ baseUrl: url, appId, appSecret, redisUrl, timeoutMs }, { redis }) {
  baseUrl = url;
  axios.defaults.timeout = timeoutMs;
  const cache = redis ? new RedisCache(redisUrl) : undefined;
  const service = new WeChatService({ appId, secret: appSecret, cacheAdapter: cache });
  return {
    template: async (message, requestId) =>
      expectNoErrcode(await service.sendTemplateMessage(withId(message, requestId))),
    close: () => cache?.close(),
  };
}

/** Its interface for caches; the one that it brings does the same over `cache-manager`. */
class RedisCache {
  #redis;

  constructor(url) {
    this.#redis = new Redis(url);
  }

  async get(key) {
    return JSON.parse(await this.#redis.get(`nest-wechat:${key}`)) ?? {};
  }

  set(key, value, ttlSeconds) {
    return this.#redis.set(`nest-wechat:${key}`, JSON.stringify(value), 'EX', ttlSeconds);
  }

  close() {
    this.#redis.disconnect();
  }
}
