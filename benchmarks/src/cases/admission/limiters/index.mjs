/**
 * Every limiter, loaded in its own process alone. `open(redisUrl)` answers `{ admit(n), close() }` for the n-th message, each
 * to a person of its own. `windows` says how many limits one admission counts; `share` of the admissions of a round is enough
 * for one that is slow.
 */
export const limiters = {
  'flexible-memory': {
    title: 'rate-limiter-flexible, one consume',
    windows: 1,
    open: async () => (await import('./rate-limiter-flexible.mjs')).openInMemory(),
  },
  'flexible-union-memory': {
    title: 'rate-limiter-flexible, a union of 9',
    windows: 9,
    open: async () => (await import('./rate-limiter-flexible.mjs')).openUnionInMemory(),
  },
  'bottleneck-local': {
    title: 'bottleneck, a reservoir',
    windows: 1,
    share: 0.1,
    open: async () => (await import('./bottleneck.mjs')).openLocal(),
  },
  'wetempo-one-memory': {
    title: 'Wetempo, one limit',
    windows: 1,
    open: async () => (await import('./wetempo.mjs')).openInMemory('one'),
  },
  'wetempo-all-memory': {
    title: 'Wetempo, every limit on',
    windows: 9,
    open: async () => (await import('./wetempo.mjs')).openInMemory('all'),
  },
  'flexible-redis': {
    title: 'rate-limiter-flexible, one consume',
    windows: 1,
    needsRedis: true,
    open: async (redisUrl) => (await import('./rate-limiter-flexible.mjs')).openOnRedis(redisUrl),
  },
  'flexible-union-redis': {
    title: 'rate-limiter-flexible, a union of 9',
    windows: 9,
    needsRedis: true,
    open: async (redisUrl) => (await import('./rate-limiter-flexible.mjs')).openUnionOnRedis(redisUrl),
  },
  'bottleneck-redis': {
    title: 'bottleneck, a clustered reservoir',
    windows: 1,
    share: 0.1,
    needsRedis: true,
    open: async (redisUrl) => (await import('./bottleneck.mjs')).openClustered(redisUrl),
  },
  'wetempo-one-redis': {
    title: 'Wetempo, one limit',
    windows: 1,
    needsRedis: true,
    open: async (redisUrl) => (await import('./wetempo.mjs')).openOnRedis(redisUrl, 'one'),
  },
  'wetempo-all-redis': {
    title: 'Wetempo, every limit on',
    windows: 9,
    needsRedis: true,
    open: async (redisUrl) => (await import('./wetempo.mjs')).openOnRedis(redisUrl, 'all'),
  },
};
