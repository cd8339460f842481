import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const bench = fileURLToPath(new URL('../bench.mjs', import.meta.url));
const names = ['fleet', 'quota-push', 'recipients', 'admission'];

type Part = { readonly cpuUsPerSend: number };

/** Of each case, the figures that are looked at here. */
interface Results {
  readonly fleet: {
    readonly levels: readonly {
      readonly parts: Readonly<Record<'client' | 'redis' | 'platform', Part>>;
      readonly cpuUsPerSend: number;
    }[];
    readonly sent: number;
    readonly delivered: number;
  };
  readonly 'quota-push': {
    readonly rows: readonly Readonly<Record<'ratio' | 'attemptsPerMessage' | 'leastMs', number>>[];
    readonly count: number;
  };
  readonly recipients: {
    readonly rows: readonly Readonly<
      Record<'count' | 'sent' | 'delivered' | 'other', number> & { name: string }
    >[];
  };
  readonly admission: {
    readonly rows: readonly Readonly<
      Record<'inFlight' | 'windows' | 'roundTrips', number> & { name: string; place: string }
    >[];
  };
}

let folder: string;
let results: Results;

/** So short a run says nothing of time; what it counts must be right. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wetempo-limit-cases-'));
  const file = join(folder, 'figures.json');
  await run(process.execPath, [bench, '--quick', '--only', names.join(','), '--json', file]);
  const { outcomes } = JSON.parse(await readFile(file, 'utf8'));
  results = Object.fromEntries(names.map((name) => [name, outcomes[name].result])) as unknown as Results;
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the cases about limits', () => {
  it('a fleet: everything sent was delivered, and each part is charged', () => {
    const { levels, sent, delivered } = results.fleet;
    expect(levels).toMatchObject([{ processes: 1 }, { processes: 2 }]);
    expect(delivered).toBe(sent);
    for (const { parts, cpuUsPerSend } of levels) {
      const { client, redis, platform } = parts;
      for (const part of [client, redis, platform]) expect(part.cpuUsPerSend).toBeGreaterThan(0);
      expect(cpuUsPerSend).toBeGreaterThan(client.cpuUsPerSend);
    }
  });

  it('a push under a quota: no less than the least time, and no message twice', () => {
    const { rows, count } = results['quota-push'];
    expect(rows).toMatchObject([
      { name: 'wetempo-alone', delivered: count, recipients: count, shareSent: 1 },
      { name: 'wetempo-worker', delivered: count, recipients: count, shareSent: 1 },
      { name: 'bottleneck', delivered: count, recipients: count, shareSent: 1 },
    ]);
    for (const { ratio, attemptsPerMessage, leastMs } of rows) {
      expect(leastMs).toBe(1000);
      expect(ratio).toBeGreaterThanOrEqual(1);
      expect(attemptsPerMessage).toBeGreaterThanOrEqual(1);
    }
  });

  it('recipients: every message ends well, and a dry run sends none', () => {
    const counts = results.recipients.rows.map(({ name, count, sent, delivered, other }) => [
      ...[name, count, sent],
      ...[delivered, other],
    ]);
    expect(counts).toEqual([
      ['dry', 20, 20, 0, 0],
      ['dry', 300, 300, 0, 0],
      ['sqlite', 20, 20, 20, 0],
      ['sqlite', 300, 300, 300, 0],
    ]);
  });

  it('admission: every limit that there is costs one round trip', () => {
    const rows = results.admission.rows.filter(({ place, inFlight }) => place === 'redis' && inFlight === 1);
    expect(rows.map(({ name, windows, roundTrips }) => [name, windows, roundTrips])).toEqual([
      ['flexible-redis', 1, 1],
      ['flexible-union-redis', 9, 1],
      ['bottleneck-redis', 1, 3],
      ['wetempo-one-redis', 1, 1],
      ['wetempo-all-redis', 9, 1],
    ]);
  });
});
