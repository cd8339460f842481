import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A database server of one test file, with data of its own. */
export interface DatabaseServer {
  /** Of an empty database, with user and password. */
  readonly url: string;
  readonly port: number;
  /** Another empty database of the same server. */
  createDatabase(): Promise<string>;
  /** Stops answering without closing connections, as a swapping or overloaded host does. */
  pause(): void;
  resume(): void;
  /** Ends the server as a crash does: every connection breaks, and what was committed is there after `start`. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

export interface DatabaseServerOptions {
  /** Flushes to the disk at every commit, as one in production does. Without, only the host's death loses anything. */
  readonly durable?: boolean | undefined;
}

/** Who a server runs as. Databases refuse to run as root; `nobody` is on every system and leaves no trace. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

export function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** A new folder that the account may write. */
export async function newFolder(name: string, { uid, gid }: Account): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `wetempo-${name}-`));
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  return folder;
}

export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly account: Account;
}

function launch({ file, args, account }: Program): { child: ChildProcess; output: () => string } {
  const child = spawn(file, args, { ...account, cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000);
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  return { child, output: () => output };
}

/** Runs a program to its end; what it said is in the error. */
export async function runToEnd(program: Program): Promise<void> {
  const { child, output } = launch(program);
  const [exitCode] = await Promise.race([
    once(child, 'close'),
    once(child, 'error').then(([error]) => Promise.reject(error)),
  ]);
  if (exitCode !== 0) throw new Error(`${program.file} ended with ${exitCode}:\n${output()}`);
}

/** Starts a server and waits until it says `ready`. */
export async function startServer(program: Program, ready: string): Promise<ChildProcess> {
  const { child, output } = launch(program);
  // A test that fails in its set-up never gets to its tear-down.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.removeListener('exit', end));
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (output().includes(ready)) resolve();
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${program.file} ended with ${code}:\n${output()}`)));
  });
  return child;
}

export async function endServer(server: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}
