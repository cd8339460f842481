import { PassThrough } from 'node:stream';
import { runCli, type Surroundings } from '@wetempo/cli';
import { DEFAULT_APP_ID, DEFAULT_APP_SECRET } from '@wetempo/simulator';

export interface RunHere {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  /** Typed by a person; without it nobody is there to be asked. */
  readonly typed?: string;
  /** Piped in. */
  readonly input?: string;
  /** A signal, as it were. */
  readonly stop?: AbortSignal;
}

export interface RunResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process, which costs milliseconds where a process of its own costs half a second. */
export async function runHere(
  args: readonly string[],
  { env = {}, folder, typed, input, stop }: RunHere,
): Promise<RunResult> {
  const [stdout, stdoutText] = collector();
  const [stderr, stderrText] = collector();
  const stdin: Surroundings['stdin'] = Object.assign(new PassThrough(), { isTTY: typed !== undefined });
  if (input !== undefined) (stdin as PassThrough).end(input);
  if (typed !== undefined) (stdin as PassThrough).write(`${typed}\n`);
  const code = await runCli(args, {
    env,
    folder,
    stdin,
    stdout,
    stderr,
    stopping: { signal: stop ?? new AbortController().signal, takeOver: () => undefined },
    version: '0.0.0',
  });
  return { code, stdout: stdoutText(), stderr: stderrText() };
}

function collector(): [PassThrough, () => string] {
  const stream = new PassThrough();
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return [stream, () => text];
}

/** The environment of an account of the simulator. */
export function simulatorEnv(url: string): Record<string, string> {
  return { WECHAT_APPID: DEFAULT_APP_ID, WECHAT_SECRET: DEFAULT_APP_SECRET, WECHAT_BASE_URL: url };
}
