const wetempo = 'wetempo-process';
const axios = 'axios-process';

/**
 * Who pushes, and from how many processes. `run` says how a process of theirs begins: all by itself, with a part of the
 * messages for each, or on a queue that one more process feeds.
 */
export const contestants = {
  'wetempo-alone': { title: 'Wetempo, one process', file: wetempo, processes: 1, run: 'parts' },
  'wetempo-worker': { title: 'Wetempo, queue with 1 worker', file: wetempo, processes: 1, run: 'queue' },
  'wetempo-workers': { title: 'Wetempo, queue with 4 workers', file: wetempo, processes: 4, run: 'queue' },
  bottleneck: { title: 'axios + bottleneck, one process', file: axios, processes: 1, run: 'parts' },
  'bottleneck-cluster': {
    title: 'axios + bottleneck over Redis, 4 processes',
    file: axios,
    processes: 4,
    run: 'parts',
  },
  'rate-limiter-flexible': {
    title: 'axios + rate-limiter-flexible over Redis, 4 processes',
    file: axios,
    processes: 4,
    run: 'parts',
  },
  'axios-retry': { title: 'axios + axios-retry, 4 processes', file: axios, processes: 4, run: 'parts' },
};
