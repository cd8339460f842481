/**
 * The runs of the drill, in order. `platform`: how the platform counts, and whether `quota/get` tells it. `process`: what
 * runs in each process of the client. `limitsOf`: what that client is told of the limit.
 */
export const runs = {
  naive: {
    title: 'naïve: axios, 5 retries after 1, 2, 4, 8 and 16 s',
    platform: { counts: 'fixed', told: true },
    process: 'naive-process.mjs',
    limitsOf: () => undefined,
  },
  fixed: {
    title: 'Wetempo, limit known; the platform counts fixed windows',
    platform: { counts: 'fixed', told: true },
    process: 'wetempo-process.mjs',
    limitsOf: known,
  },
  sliding: {
    title: 'Wetempo, limit known; the platform counts sliding windows',
    platform: { counts: 'sliding', told: true },
    process: 'wetempo-process.mjs',
    limitsOf: known,
  },
  asked: {
    title: 'Wetempo, limit read from quota/get',
    platform: { counts: 'fixed', told: true },
    process: 'wetempo-process.mjs',
    limitsOf: () => ({ headroom: 0, adaptive: { quota: 'ask' } }),
  },
  unknown: {
    title: 'Wetempo, limit not known to anybody',
    platform: { counts: 'fixed', told: false },
    process: 'wetempo-process.mjs',
    limitsOf: () => ({}),
  },
};

function known({ max, windowMs }) {
  return { headroom: 0, endpoints: { 'template.send': { max, windowMs } } };
}
