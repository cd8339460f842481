import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.mjs';
import { ServerProcess } from './server-process.mjs';

const run = promisify(execFile);

/** A MariaDB as it comes: what it has committed is on the disk. */
export async function startMariadb() {
  const program = process.env.WETEMPO_MARIADB_SERVER || 'mariadbd';
  const folder = await mkdtemp(join(tmpdir(), 'wetempo-crash-mariadb-'));
  const port = await freePort();
  // MariaDB refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ['--user=mysql'] : [];
  if (asUser.length > 0) await giveTo('mysql', folder);
  const shared = ['--no-defaults', ...asUser, `--datadir=${join(folder, 'data')}`];
  await run(besides(program, 'mariadb-install-db'), [...shared, '--auth-root-authentication-method=normal']);
  const initFile = join(folder, 'init.sql');
  await writeFile(initFile, 'CREATE DATABASE IF NOT EXISTS wetempo;\n');
  const here = [`--port=${port}`, '--bind-address=127.0.0.1', `--socket=${join(folder, 'socket')}`];
  const args = [...shared, ...here, `--init-file=${initFile}`];
  const server = new ServerProcess({ program, args, port });
  await server.start();
  return {
    name: 'MariaDB',
    url: `mysql://root@127.0.0.1:${port}/wetempo`,
    pause: () => server.pause(),
    resume: () => server.resume(),
    kill: () => server.end('SIGKILL'),
    start: () => server.start(),
    close: async () => {
      await server.end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function giveTo(user, folder) {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((which) => run('id', [which, user])));
  await chown(folder, Number(uid.stdout), Number(gid.stdout));
}

/** The other program of the same installation, in whichever of its two folders it is. */
function besides(program, name) {
  const folder = dirname(program);
  return folder === '.' ? name : join(folder, basename(folder) === 'sbin' ? '../bin' : '.', name);
}
