import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ProgramResult {
  readonly exitCode: number;
  /** Both streams, in the order in which they came. */
  readonly output: string;
}

const ofOurRunner =
  /^(VITEST|FORCE_COLOR$|NODE_ENV$|NODE_OPTIONS$|TEST$|npm_(package|lifecycle)_|npm_config_(local_prefix|silent|loglevel))/i;

/** The environment as a user's shell has it: without what Vitest and the npm around it put in. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofOurRunner.test(name)));
}

/** Runs a program to its end. */
export async function runProgram(
  cwd: string,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<ProgramResult> {
  const child = spawn(command, args, {
    cwd,
    env: { ...plainEnvironment(), NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const [exitCode] = await once(child, 'close');
  return { exitCode: exitCode ?? 1, output };
}

/** Runs a program that is expected to succeed; otherwise everything that it said is in the error. */
export async function runOrThrow(...program: Parameters<typeof runProgram>): Promise<string> {
  const { exitCode, output } = await runProgram(...program);
  if (exitCode !== 0)
    throw new Error(`${program[1]} ${program[2].join(' ')} ended with ${exitCode}:\n${output}`);
  return output;
}

/** npm by the file that runs these tests where npm started them. */
export function runNpm(cwd: string, ...args: readonly string[]): Promise<string> {
  const script = process.env.npm_execpath;
  if (script === undefined || !/npm-cli\.[cm]?js$/.test(script)) return runOrThrow(cwd, 'npm', args);
  return runOrThrow(cwd, process.execPath, [script, ...args]);
}
