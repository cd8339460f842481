import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from './free-port.js';

const mostLaunches = 100;

export interface RedisServerOptions {
  /** Keeps an append-only file, so that `restart` finds the data again. @default false */
  readonly appendOnly?: boolean;
  readonly extraArguments?: readonly string[];
}

/** A real, private Redis of one test file. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** An ordinary client for looking at keys. */
  readonly client: Redis;
  /** Stops answering without closing connections, as a swapping or overloaded host does. */
  pause(): void;
  resume(): void;
  /** Kills the server at once; the port stays reserved for `start`. */
  kill(): Promise<void>;
  start(): Promise<void>;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a Redis on a free port of loopback. Fails loudly where there is no `redis-server`: `npm test` installs it. */
export async function startRedis(options: RedisServerOptions = {}): Promise<RedisServer> {
  const directory = await mkdtemp(join(tmpdir(), 'wetempo-redis-'));
  const port = await freePort();
  const client = new Redis({
    port,
    host: '127.0.0.1',
    lazyConnect: true,
    maxRetriesPerRequest: null,
    retryStrategy: () => 20,
    maxLoadingRetryTime: 20,
  });
  client.on('error', () => undefined);
  let server: ChildProcess | undefined;

  const launch = async (): Promise<ChildProcess> => {
    const persistence = options.appendOnly ? ['--appendonly', 'yes'] : ['--save', '', '--appendonly', 'no'];
    const child = spawn(
      process.env.WETEMPO_REDIS_SERVER ?? 'redis-server',
      [
        '--port',
        `${port}`,
        '--bind',
        '127.0.0.1',
        '--dir',
        directory,
        ...persistence,
        ...(options.extraArguments ?? []),
      ],
      { stdio: 'ignore' },
    );
    await Promise.race([once(child, 'spawn'), once(child, 'error').then(([error]) => Promise.reject(error))]);
    return child;
  };
  const start = async () => {
    for (let launches = 1; ; launches += 1) {
      const child = await launch();
      server = child;
      // A signal is of our own; by itself it ends where somebody else has the port at the moment.
      const gaveUp = once(child, 'exit').then(([code]) => (code === null ? 'killed' : 'gave up'));
      if (client.status === 'wait') await client.connect().catch(() => undefined);
      if ((await Promise.race([client.ping(), gaveUp])) !== 'gave up') return;
      if (launches === mostLaunches) throw new Error(`redis-server does not start on port ${port}`);
      await sleep(50);
    }
  };
  const kill = async () => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    client,
    pause: () => server?.kill('SIGSTOP'),
    resume: () => server?.kill('SIGCONT'),
    kill,
    start,
    flush: async () => {
      await client.flushall();
    },
    stop: async () => {
      client.disconnect();
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
