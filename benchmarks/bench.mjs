// `npm run bench`: Wetempo beside its peers, side by side in one run. The page that it writes says how to read it.
import { readFile, writeFile } from 'node:fs/promises';
import { cases } from './src/cases/index.mjs';
import { readOptions, usage } from './src/options.mjs';
import { missedTargetsOf } from './src/results/case-section.mjs';
import { writeResults } from './src/results/write-results.mjs';
import { runCases } from './src/run-cases.mjs';

async function bench(options) {
  const measured =
    options.fromFile === undefined ? await runCases(options) : await readFrom(options.fromFile);
  if (options.jsonFile !== undefined)
    await writeFile(options.jsonFile, JSON.stringify(measured, undefined, 2));
  const sections = await sectionsOf(measured.outcomes);
  if (options.isWhole || options.resultsFile !== undefined) {
    console.log(
      `\nThe page: ${await writeResults({ about: measured.about, sections }, options.resultsFile)}`,
    );
  }
  return sections;
}

async function readFrom(file) {
  return JSON.parse(await readFile(file, 'utf8'));
}

function sectionsOf(outcomes) {
  const known = Object.keys(cases).filter((name) => name in outcomes);
  return Promise.all(known.map(async (name) => ({ module: await cases[name](), outcome: outcomes[name] })));
}

/** A case that could not be measured fails every run; a missed target one that checks. */
function exitCodeOf(sections, { check }) {
  const failed = sections.filter(({ outcome }) => outcome.failure !== undefined);
  const missed = sections.flatMap(({ module, outcome }) => missedTargetsOf(module, outcome));
  for (const sentence of missed) console.error(`missed: ${sentence}`);
  if (missed.length === 0) console.log('Every target was met.');
  return failed.length > 0 || (check && missed.length > 0) ? 1 : 0;
}

const options = readOptions(process.argv.slice(2));
if (options.help) {
  console.log(usage);
} else {
  const sections = await bench(options);
  // Said outright: the package that starts PostgreSQL has an exit hook of its own, which takes `exitCode` for 0.
  process.exit(exitCodeOf(sections, options));
}
