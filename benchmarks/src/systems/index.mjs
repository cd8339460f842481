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
};

/** Those that cannot run without a Redis. */
export const needsRedis = new Set(['wetempo-redis']);
