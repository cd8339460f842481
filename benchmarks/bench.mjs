// `npm run bench`: what one send costs, every system side by side in one run. README.md says how to read it.
import { measureAdmission } from './src/measure-admission.mjs';
import { measureCpu } from './src/measure-cpu.mjs';
import { measureRoundTrips } from './src/measure-round-trips.mjs';
import { measureThroughput } from './src/measure-throughput.mjs';
import { readOptions, usage } from './src/options.mjs';
import { admissionReport, cpuReport, roundTripReport, throughputReport } from './src/report.mjs';
import { openSurroundings } from './src/surroundings.mjs';
import { missedTargets } from './src/targets.mjs';

async function measure(options) {
  const surroundings = await openSurroundings();
  try {
    const cpu = await measureCpu(options, surroundings);
    console.log(cpuReport(cpu, options));
    const throughput = await measureThroughput(options, surroundings);
    console.log(throughputReport(throughput));
    const roundTrips = await measureRoundTrips(options, surroundings);
    console.log(roundTripReport(roundTrips));
    const admission = await measureAdmission(surroundings);
    console.log(admissionReport(admission));
    return { cpu, throughput, roundTrips, admission };
  } finally {
    await surroundings.close();
  }
}

function check(measured) {
  const missed = missedTargets(measured);
  for (const sentence of missed) console.error(`missed: ${sentence}`);
  if (missed.length === 0) console.log('Every target was met.');
  // Said outright: the package that starts PostgreSQL has an exit hook of its own, which takes `exitCode` for 0.
  process.exit(missed.length === 0 ? 0 : 1);
}

const options = readOptions(process.argv.slice(2));
if (options.help) {
  console.log(usage);
} else {
  const measured = await measure(options);
  if (options.check) check(measured);
}
