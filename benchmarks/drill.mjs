// `npm run drill`: a retry storm on a quota for a fraction of it, first as usual, then with Wetempo. README.md says how to read it.
import { readDrillOptions, usage } from './src/drill/drill-options.mjs';
import { endReport, runReport, writeSvg } from './src/drill/drill-report.mjs';
import { missedDrillTargets } from './src/drill/drill-targets.mjs';
import { measureRuns } from './src/drill/measure-runs.mjs';

async function drill(options) {
  const measured = await measureRuns(options, (run) => options.json || console.log(runReport(run)));
  const svgFile = await writeSvg(measured, options);
  if (options.json) console.log(JSON.stringify({ ...options, svgFile, measured }));
  else console.log(`${endReport(measured, options)}\nThe chart: ${svgFile}`);
  return measured;
}

function check(measured) {
  const missed = missedDrillTargets(measured);
  for (const sentence of missed) console.error(`missed: ${sentence}`);
  if (missed.length === 0) console.error('Every target was met.');
  process.exitCode = missed.length === 0 ? 0 : 1;
}

const options = readDrillOptions(process.argv.slice(2));
if (options.help) {
  console.log(usage);
} else {
  const measured = await drill(options);
  if (options.check) check(measured);
}
