// `node benchmarks/guard.mjs`, after a build: fails where a send costs clearly more than it did. Ratios within this run and
// counts, no absolute times; src/guard/bounds.mjs says what is held to what, and why. Part of the CI.
import { pathToFileURL } from 'node:url';
import { openAllocation } from './src/guard/allocation.mjs';
import { bounds } from './src/guard/bounds.mjs';
import { openColdImport, openLoadedModules } from './src/guard/cold-import.mjs';
import { judge } from './src/guard/judge.mjs';
import { openRedisCounts } from './src/guard/redis-counts.mjs';
import { openSendCost } from './src/guard/send-cost.mjs';
import { openServers, openSurroundings } from './src/surroundings.mjs';

const watches = [openRedisCounts, openLoadedModules, openAllocation, openColdImport, openSendCost];

async function judgeAll(surroundings) {
  const verdicts = [];
  for (const open of watches) {
    if (open === openRedisCounts && surroundings.redis === undefined) continue;
    const watch = await open(surroundings);
    try {
      verdicts.push(...(await judge(watch, bounds)));
    } finally {
      await watch.close();
    }
  }
  return verdicts;
}

function print(verdicts, tookMs) {
  console.log(`\nguard (${(tookMs / 1000).toFixed(1)} s)`);
  for (const { ok, sentence, why } of verdicts) {
    console.log(`  ${ok ? '✓' : '✗'} ${sentence}${ok ? '' : `: ${why}`}`);
  }
}

/** Expects a built workspace. */
export async function runGuard() {
  const startedAt = performance.now();
  const servers = await openServers({ withPostgres: false });
  const surroundings = await openSurroundings(servers);
  try {
    const verdicts = await judgeAll(surroundings);
    print(verdicts, performance.now() - startedAt);
    const failed = verdicts.filter(({ ok }) => !ok).length;
    return { passed: verdicts.length - failed, failed };
  } finally {
    await surroundings.close();
    await servers.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { failed } = await runGuard();
  process.exitCode = failed === 0 ? 0 : 1;
}
