import { parseArgs } from 'node:util';
import { cases } from './cases/index.mjs';
import { countOf, namesAmong } from './option-values.mjs';
import { systems } from './systems/index.mjs';

const full = { rounds: 11, sends: 2000, warmUpSends: 3000 };
/** Figures of so few sends mean nothing; that they are there does. */
const tiny = { rounds: 1, sends: 40, warmUpSends: 40 };

export const usage = `npm run bench -- [options]

  --only A,B        these cases, and no page of results: ${Object.keys(cases).join(', ')}
  --systems A,B     these systems and the one that all are compared with: ${Object.keys(systems).join(', ')}
  --rounds N        interleaved rounds (default: ${full.rounds})
  --sends N         sends per system and round (default: ${full.sends})
  --warm-up N       sends per system before the first round (default: ${full.warmUpSends})
  --quick           everything once and as little as possible, to see that it runs
  --profile FOLDER  writes a V8 CPU profile per system into this folder
  --check           exit 1 where a target is missed
  --results FILE    where the page goes, its chart beside it (default: benchmarks/RESULTS.md, unless an option changed what is measured)
  --json FILE       also writes every figure as JSON
  --from FILE       measures nothing, and makes the page from the JSON of an earlier run
  --help
`;

/** @throws {RangeError} naming the option that is wrong */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: Object.keys(cases).join(',') },
      systems: { type: 'string', default: Object.keys(systems).join(',') },
      rounds: { type: 'string' },
      sends: { type: 'string' },
      'warm-up': { type: 'string' },
      quick: { type: 'boolean', default: false },
      profile: { type: 'string' },
      check: { type: 'boolean', default: false },
      results: { type: 'string' },
      json: { type: 'string' },
      from: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const { quick, check, help } = values;
  return {
    ...countsOf(values, quick ? tiny : full),
    ...{ quick, check, help },
    caseNames: namesAmong(cases, 'case', values.only),
    names: namesAmong(systems, 'system', values.systems, 'systems'),
    isWhole: !args.some((argument) =>
      /^--(only|systems|quick|rounds|sends|warm-up|profile)\b/.test(argument),
    ),
    profileFolder: values.profile,
    resultsFile: values.results,
    jsonFile: values.json,
    fromFile: values.from,
  };
}

function countsOf(values, defaults) {
  const count = (option, otherwise) =>
    values[option] === undefined ? otherwise : countOf(option, values[option]);
  return {
    rounds: count('rounds', defaults.rounds),
    sends: count('sends', defaults.sends),
    warmUpSends: count('warm-up', defaults.warmUpSends),
  };
}
