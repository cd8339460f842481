import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import {
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
const password = 'mariadb-secret';

const setUp = `CREATE DATABASE IF NOT EXISTS wetempo;
CREATE USER IF NOT EXISTS '${user}'@'%' IDENTIFIED BY '${password}';
GRANT ALL ON *.* TO '${user}'@'%';
`;

function find(name: string, folders: readonly string[]): string {
  const found = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (found === undefined) throw new Error(`there is no ${name}: \`npm test\` installs MariaDB`);
  return found;
}

/** The server, and the program beside it that makes its first tables. */
function findPrograms() {
  const path = (process.env.PATH ?? '').split(delimiter);
  const server =
    process.env.WETEMPO_MARIADB_SERVER || find('mariadbd', [...path, '/usr/sbin', '/usr/local/sbin']);
  const near = dirname(server);
  return {
    server,
    install: find('mariadb-install-db', [near, join(near, '../bin'), join(near, '../scripts'), ...path]),
  };
}

function serverArguments(folder: string, port: number, durable: boolean): string[] {
  return [
    '--no-defaults',
    `--datadir=${join(folder, 'data')}`,
    `--socket=${join(folder, 'socket')}`,
    `--pid-file=${join(folder, 'pid')}`,
    `--init-file=${join(folder, 'set-up.sql')}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--skip-name-resolve',
    '--skip-log-bin',
    '--innodb-buffer-pool-size=64M',
    '--innodb-log-file-size=64M',
    // 2 writes at every commit as well, and leaves the flush to the system: only the host's death loses anything.
    `--innodb-flush-log-at-trx-commit=${durable ? 1 : 2}`,
  ];
}

/** Starts a MariaDB on a free port of loopback. Fails loudly where there is no `mariadbd`: `npm test` installs it. */
export async function startMariadb({ durable = false }: DatabaseServerOptions = {}): Promise<DatabaseServer> {
  const programs = findPrograms();
  const account = unprivilegedAccount();
  const folder = await newFolder('mariadb', account);
  await writeFile(join(folder, 'set-up.sql'), setUp);
  const data = `--datadir=${join(folder, 'data')}`;
  const installArguments = [
    '--no-defaults',
    data,
    '--skip-test-db',
    '--auth-root-authentication-method=normal',
  ];
  await runToEnd({ file: programs.install, args: installArguments, account });
  const port = await freePort();
  const urlOf = (database: string) => `mysql://${user}:${password}@127.0.0.1:${port}/${database}`;
  const program = { file: programs.server, args: serverArguments(folder, port, durable), account };
  let server: ChildProcess | undefined;
  const start = async () => {
    server = await startServer(program, 'ready for connections');
  };
  const kill = () => endServer(server, 'SIGKILL');

  await start();
  let databases = 0;
  return {
    url: urlOf('wetempo'),
    port,
    createDatabase: async () => {
      databases += 1;
      await runSql(urlOf('wetempo'), `CREATE DATABASE test_${databases}`);
      return urlOf(`test_${databases}`);
    },
    pause: () => server?.kill('SIGSTOP'),
    resume: () => server?.kill('SIGCONT'),
    kill,
    start,
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
