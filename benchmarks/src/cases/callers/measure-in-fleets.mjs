import { CallerFleet } from './caller-fleet.mjs';

/**
 * Measures one run after the other. Those of one package share processes, since starting these takes longer than anything
 * else here.
 *
 * @param runs each with the `packageName` of its users
 * @param measure takes a run and its processes
 * @returns what `measure` answered, in the order of the runs
 */
export async function measureInFleets(runs, size, measure) {
  const results = new Map();
  for (const packageName of new Set(runs.map((run) => run.packageName))) {
    const fleet = CallerFleet.start(packageName, size);
    try {
      for (const run of runs.filter((one) => one.packageName === packageName)) {
        results.set(run, await measure(run, fleet));
      }
    } finally {
      await fleet.close();
    }
  }
  return runs.map((run) => results.get(run));
}
