import { cases } from './cases/index.mjs';
import { AskedProcess } from './processes/asked-process.mjs';
import { describeRun, describeServers } from './results/about.mjs';
import { caseSection } from './results/case-section.mjs';
import { openServers, openSurroundings } from './surroundings.mjs';
import { reference } from './systems/index.mjs';

/**
 * Measures one case after the other and prints each section as it comes. A case that fails costs its own figures alone.
 *
 * @returns `about`, and as `outcomes` by case `{ result }`, or `{ failure }` with a sentence
 */
export async function runCases(options) {
  const about = describeRun();
  const servers = await openServers({ withPostgres: options.names.includes('wetempo-postgres') });
  try {
    const outcomes = {};
    for (const name of options.caseNames) {
      const module = await cases[name]();
      outcomes[name] = await measureCase(module, options, servers);
      console.log(`\n${caseSection(module, outcomes[name])}`);
    }
    return { about: { ...about, servers: await describeServers(servers) }, outcomes };
  } finally {
    await servers.close();
  }
}

/** A platform of its own, and none of its processes is left when the next case begins: they would slow it down. */
async function measureCase({ measure }, options, servers) {
  const surroundings = await openSurroundings(servers);
  const startedAt = performance.now();
  try {
    const names = [...new Set([reference, ...options.names])];
    const result = await measure({ ...options, names }, surroundings);
    return { result, tookMs: Math.round(performance.now() - startedAt) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  } finally {
    await surroundings.close();
    await AskedProcess.killAll();
  }
}
