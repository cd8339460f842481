// `node benchmarks/push-memory.mjs`: what a push of a million recipients takes beyond one of ten thousand, read from JSON
// lines in one process. A peak holds garbage that nobody had collected yet; `held` is what is still there without it. Runs
// on what was built, and without a platform where it is a dry run. V8 collects garbage as soon as it is told to by the
// command line tool; `--heap-growing-percent 0` leaves it alone, and shows what a process of your own takes without that.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countOf, countOrNoneOf, namesAmong } from './src/option-values.mjs';
import { AskedProcess } from './src/processes/asked-process.mjs';
import { table } from './src/table.mjs';

/** Beyond what the small one has, in bytes. */
const mostMore = 60 * 2 ** 20;

/** What `packages/cli/src/cli.ts` sets. */
const toolsHeapGrowingPercent = 30;

/** The memory store keeps every message by design: its row only shows what that is. */
const kinds = {
  dry: { walk: 'dry', isTarget: true, storeIn: () => 'memory' },
  sqlite: { walk: 'push', isTarget: true, storeIn: (folder) => ({ sqlite: join(folder, 'sends.db') }) },
  memory: { walk: 'push', isTarget: false, storeIn: () => 'memory' },
};

function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      small: { type: 'string', default: '10000' },
      large: { type: 'string', default: '1000000' },
      only: { type: 'string', default: Object.keys(kinds).join(',') },
      'heap-growing-percent': { type: 'string', default: `${toolsHeapGrowingPercent}` },
      check: { type: 'boolean', default: false },
    },
  });
  return {
    small: countOf('small', values.small),
    large: countOf('large', values.large),
    names: namesAmong(kinds, 'kind', values.only),
    v8Flags: v8FlagsOf(values['heap-growing-percent']),
    check: values.check,
  };
}

function v8FlagsOf(text) {
  const percent = countOrNoneOf('heap-growing-percent', text);
  return percent === 0 ? [] : [`--heap-growing-percent=${percent}`];
}

async function measure({ walk, storeIn }, count, v8Flags) {
  const folder = await mkdtemp(join(tmpdir(), 'wetempo-push-memory-'));
  const platform = new AskedProcess(new URL('./src/processes/platform-process.mjs', import.meta.url));
  const pushing = new AskedProcess(
    new URL('./src/push-memory/pushing-process.mjs', import.meta.url),
    [],
    ['--expose-gc', ...v8Flags],
  );
  try {
    const where = await platform.ask({ kind: 'where' });
    const client = { ...where, sendStore: storeIn(folder) };
    const figures = await pushing.ask({ kind: 'walk', walk, count, client });
    return { ...figures, delivered: await platform.ask({ kind: 'delivered' }) };
  } finally {
    await Promise.all([pushing.end(), platform.end()]);
    await rm(folder, { recursive: true, force: true });
  }
}

const megabytes = (bytes) => (bytes / 2 ** 20).toFixed(1);

function rowOf(name, { small, large }) {
  const perSecond = Math.round((large.sent * 1000) / large.tookMs);
  const figures = [small.peakRss, large.peakRss, large.peakRss - small.peakRss, large.held - small.held];
  return [name, ...figures.map(megabytes), `${large.sent}`, `${large.delivered}`, `${perSecond}`];
}

const options = readOptions(process.argv.slice(2));
const rows = [];
for (const name of options.names) {
  const small = await measure(kinds[name], options.small, options.v8Flags);
  const large = await measure(kinds[name], options.large, options.v8Flags);
  rows.push(rowOf(name, { small, large }));
  if (large.other > 0) console.error(`${name}: ${large.other} messages have another end`);
  const isMissed = kinds[name].isTarget && large.peakRss - small.peakRss > mostMore;
  if (isMissed) console.error(`missed: ${name} holds more than ${megabytes(mostMore)} MB more`);
  if (options.check && (isMissed || large.other > 0)) process.exitCode = 1;
}
const head = [
  'kind',
  `${options.small}: peak MB`,
  `${options.large}: peak MB`,
  'more MB',
  'held more MB',
  'ended well',
  'delivered',
  'per second',
];
console.log(table(head, rows));
