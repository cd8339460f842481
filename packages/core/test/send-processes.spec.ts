import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DatabaseServer } from '../../../test/support/database-process.js';
import { startMariadb } from '../../../test/support/mariadb-server.js';
import { startPostgres } from '../../../test/support/postgres-server.js';
import { type RedisServer, startRedis } from '../../../test/support/redis-server.js';
import type { ClaimAnswer } from '../src/send/send-store.js';
import { bundleChildProgram, type Child, type ChildProgram } from './support/child-program.js';
import type { RaceAnswer, SendJob } from './support/send-child.js';

let program: ChildProgram;
let redis: RedisServer;
let postgres: DatabaseServer;
let mariadb: DatabaseServer;
let folder: string;

beforeAll(async () => {
  program = await bundleChildProgram('send-child.ts');
  [redis, postgres, mariadb] = await Promise.all([startRedis(), startPostgres(), startMariadb()]);
  folder = await mkdtemp(join(tmpdir(), 'wetempo-send-processes-'));
});
afterAll(async () => {
  await program.dispose();
  await Promise.all([redis.stop(), postgres.stop(), mariadb.stop()]);
  await rm(folder, { recursive: true, force: true });
});

/** How the processes of one test come to share a store. */
const environments = {
  'one SQLite file': () => ({ SQLITE_FILE: join(folder, 'sends.db') }),
  'one Redis': () => ({ REDIS_URL: redis.url }),
  'one PostgreSQL': () => ({ POSTGRES_URL: postgres.url }),
  'one MariaDB': () => ({ MYSQL_URL: mariadb.url }),
};

describe.each(Object.entries(environments))('processes on %s', (_name, environment) => {
  let fleet: Child[] = [];

  async function start(): Promise<Child> {
    const child = program.start(environment());
    fleet.push(child);
    await once(child.process, 'message');
    return child;
  }
  const ask = <Answer>(child: Child, job: SendJob) => child.ask(job) as Promise<Answer>;

  afterAll(() => {
    for (const child of fleet) child.kill('SIGKILL');
    fleet = [];
  });

  it('F52 F126 F128: claim each of 500 ids once between three of them, also in a second run', async () => {
    const children = await Promise.all([start(), start(), start()]);
    const race = () =>
      Promise.all(
        children.map((child) => ask<RaceAnswer>(child, { type: 'race', prefix: 'race', count: 500 })),
      );
    const claimed = (await race()).flatMap((answer) => answer.claimed);
    expect(claimed).toHaveLength(500);
    expect(new Set(claimed).size).toBe(500);
    // Whatever queue asked for them may have forgotten them by now; the store has not.
    for (const answer of await race()) expect(answer).toEqual({ claimed: [], others: { settled: 500 } });
  });

  it('F52: what a killed process was told of stands', async () => {
    const [victim, heir] = await Promise.all([start(), start()]);
    const told: string[] = [];
    victim.process.on('message', (requestId) => told.push(String(requestId)));
    victim.process.send({ type: 'storm', prefix: 'storm' } satisfies SendJob);
    for (let waits = 0; told.length < 500 && waits < 1000; waits += 1) await sleep(10);
    victim.kill('SIGKILL');
    await once(victim.process, 'exit');
    expect(told.length).toBeGreaterThanOrEqual(500);
    const again = await ask<RaceAnswer>(heir, { type: 'again', requestIds: told });
    expect(again).toEqual({ claimed: [], others: { settled: told.length } });
  });

  it('F126: a message of a killed holder is taken over after its lease, and told apart from a new one', async () => {
    const [victim, heir] = await Promise.all([start(), start()]);
    // Its lease lasts for as long as the machine may need to come to the next line.
    const long: SendJob = { type: 'claim', requestId: 'killed-early', leaseMs: 600_000 };
    const short: SendJob = { type: 'claim', requestId: 'killed', leaseMs: 500 };
    for (const claim of [long, short]) {
      const first = await ask<ClaimAnswer>(victim, claim);
      expect(first.type).toBe('claimed');
      expect(first).not.toHaveProperty('takenOver');
    }
    victim.kill('SIGKILL');
    expect(await ask(heir, long)).toMatchObject({ type: 'held' });
    await sleep(520);
    expect(await ask(heir, short)).toMatchObject({
      type: 'claimed',
      attempts: 2,
      takenOver: { attempts: 1, firstAttemptAgeMs: expect.any(Number) },
    });
    expect(await ask(heir, { type: 'settle-sent' })).toBe(true);
  });

  it('F126: a holder that was stopped past its lease can neither send nor overwrite, but may tell of success', async () => {
    const [sleeper, heir] = await Promise.all([start(), start()]);
    await ask(sleeper, { type: 'claim', requestId: 'stopped', leaseMs: 300 });
    sleeper.kill('SIGSTOP');
    await sleep(350);
    expect(await ask(heir, { type: 'claim', requestId: 'stopped', leaseMs: 60_000 })).toMatchObject({
      type: 'claimed',
    });
    sleeper.kill('SIGCONT');
    expect(await ask(sleeper, { type: 'begin' })).toBe(false);
    expect(await ask(sleeper, { type: 'settle-failed' })).toBe(false);
    expect(await ask(heir, { type: 'begin' })).toBe(true);
    expect(await ask(sleeper, { type: 'settle-sent' })).toBe(true);
    expect(await ask(heir, { type: 'begin' })).toBe(false);
  });
});
