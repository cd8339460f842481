// `npm run crash`: kills, cuts and restarts everything while messages go out, and counts what arrived. README.md says more.

import { readCrashOptions, usage } from './src/crash/crash-options.mjs';
import { crashIntro, crashReport } from './src/crash/crash-report.mjs';
import { runRound } from './src/crash/run-round.mjs';

async function crash({ minutes, json, ...options }) {
  const endsAt = Date.now() + minutes * 60_000;
  const rounds = [];
  do {
    const seed = options.seed + rounds.length;
    if (!json) console.log(crashIntro({ ...options, seed }));
    rounds.push(await runRound({ ...options, seed }, teller(json)));
  } while (Date.now() < endsAt);
  console.log(json ? JSON.stringify({ ...options, rounds }) : crashReport(rounds));
  return rounds;
}

function teller(isSilent) {
  const startedAt = Date.now();
  return (what) =>
    isSilent || console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(7)} s  ${what}`);
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const options = readCrashOptions(process.argv.slice(2));
if (options.help) {
  console.log(usage);
} else {
  const rounds = await crash(options);
  // Said outright: the package that starts PostgreSQL has an exit hook of its own, which takes `exitCode` for 0.
  process.exit(rounds.some(({ broken }) => broken.length > 0) ? 1 : 0);
}
