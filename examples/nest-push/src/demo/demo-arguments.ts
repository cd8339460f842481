import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

export const USAGE = `npm run demo                                pushes the 1,000 lines of data/recipients.csv to a simulator
npm run demo -- --csv FILE                  pushes another CSV to the simulator
npm run demo -- --csv FILE --template ID    pushes to the real platform; needs WECHAT_APPID and WECHAT_SECRET

  --fresh       starts over instead of going on where the last run was
  --speed N     how fast the simulator's time runs (default 12: a minute lasts 5 s)
  --state DIR   where it is remembered what was sent (default .demo)`;

export interface DemoArguments {
  readonly csvFile: string;
  /** Given: the real platform. */
  readonly templateId: string | undefined;
  readonly fresh: boolean;
  readonly speed: number;
  readonly stateFolder: string;
}

/** Something that the user can put right; shown without a stack. */
export class DemoError extends Error {}

const home = fileURLToPath(new URL('../../', import.meta.url));
const defaultSpeed = 12;

/** @throws {DemoError} naming the argument */
export function readArguments(args: readonly string[]): DemoArguments | 'help' {
  const values = parse(args);
  if (values.help === true) return 'help';
  const { csv, template, speed, state } = values;
  if (template !== undefined && csv === undefined) {
    throw new DemoError('--template pushes to the real platform, so it needs --csv FILE with its recipients');
  }
  if (template !== undefined && speed !== undefined) {
    throw new DemoError('--speed is for the simulator; the real platform keeps its own time');
  }
  return {
    csvFile: csv === undefined ? resolve(home, 'data/recipients.csv') : resolve(csv),
    templateId: template,
    fresh: values.fresh === true,
    speed: speed === undefined ? defaultSpeed : readSpeed(speed),
    stateFolder: state === undefined ? resolve(home, '.demo') : resolve(state),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        csv: { type: 'string' },
        template: { type: 'string' },
        fresh: { type: 'boolean' },
        speed: { type: 'string' },
        state: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new DemoError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

function readSpeed(text: string): number {
  const speed = Number(text);
  if (speed >= 1 && speed <= 1_000) return speed;
  throw new DemoError(`--speed must be a number from 1 to 1000, got ${text}`);
}
