import { join } from 'node:path';

/**
 * The ways of a push, and how large ones are walked. A million real sends take minutes, so that only the store that most
 * will use for them goes so far. The memory store keeps every message by design: its rows only show what that is.
 */
export const walks = {
  dry: {
    title: 'checked only (dry run)',
    walk: 'dry',
    counts: [10_000, 100_000, 1_000_000],
    holdsConstant: true,
    storesIn: () => ({ sendStore: 'memory' }),
  },
  sqlite: {
    title: 'sent, SQLite send store',
    walk: 'push',
    counts: [10_000, 100_000, 1_000_000],
    holdsConstant: true,
    storesIn: ({ folder }) => ({ sendStore: { sqlite: join(folder, 'sends.db') } }),
  },
  redis: {
    title: 'sent, Redis for everything',
    walk: 'push',
    counts: [10_000, 100_000],
    holdsConstant: true,
    storesIn: ({ redisUrl }) => ({ redis: redisUrl }),
  },
  memory: {
    title: 'sent, memory send store',
    walk: 'push',
    counts: [10_000, 100_000],
    holdsConstant: false,
    storesIn: () => ({ sendStore: 'memory' }),
  },
};
