import { parseArgs } from 'node:util';
import { countOf, namesAmong } from './option-values.mjs';
import { systems } from './systems/index.mjs';

export const usage = `npm run bench -- [options]

  --rounds N        interleaved rounds (default: 11)
  --sends N         sends per system and round (default: 2000)
  --warm-up N       sends per system before the first round (default: 3000)
  --in-flight N     sends under way at the same time (default: 32)
  --only A,B        these systems and the reference alone: ${Object.keys(systems).join(', ')}
  --profile FOLDER  writes a V8 CPU profile per system into this folder
  --check           exit 1 where a target is missed
  --help
`;

/** @throws {RangeError} naming the option that is wrong */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '11' },
      sends: { type: 'string', default: '2000' },
      'warm-up': { type: 'string', default: '3000' },
      'in-flight': { type: 'string', default: '32' },
      only: { type: 'string', default: Object.keys(systems).join(',') },
      profile: { type: 'string' },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    rounds: countOf('rounds', values.rounds),
    sends: countOf('sends', values.sends),
    warmUpSends: countOf('warm-up', values['warm-up']),
    inFlight: countOf('in-flight', values['in-flight']),
    names: namesAmong(systems, 'system', values.only),
    profileFolder: values.profile,
    check: values.check,
    help: values.help,
  };
}
