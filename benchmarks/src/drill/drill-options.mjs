import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countOf, namesAmong } from '../option-values.mjs';
import { runs } from './runs.mjs';

export const usage = `npm run drill -- [options]

  --tasks N        messages, all at once (default: 10000)
  --processes N    processes that share them (default: 4)
  --max N          what the platform lets through per window (default: 250)
  --window-ms N    length of that window (default: 1000)
  --only A,B       these runs alone: ${Object.keys(runs).join(', ')}
  --svg FILE       where the chart goes (default: the folder for temporary files)
  --json           print the figures as JSON and nothing else
  --check          exit 1 where a target is missed
  --help
`;

/** @throws {RangeError} naming the option that is wrong */
export function readDrillOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      tasks: { type: 'string', default: '10000' },
      processes: { type: 'string', default: '4' },
      max: { type: 'string', default: '250' },
      'window-ms': { type: 'string', default: '1000' },
      only: { type: 'string', default: Object.keys(runs).join(',') },
      svg: { type: 'string', default: join(tmpdir(), 'wetempo-drill.svg') },
      json: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    tasks: countOf('tasks', values.tasks),
    processes: countOf('processes', values.processes),
    max: countOf('max', values.max),
    windowMs: countOf('window-ms', values['window-ms']),
    names: namesAmong(runs, 'run', values.only),
    svgFile: values.svg,
    json: values.json,
    check: values.check,
    help: values.help,
  };
}
