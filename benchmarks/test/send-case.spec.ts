import { DEFAULT_APP_SECRET, type Simulator, startSimulator } from '@wetempo/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appIds } from '../src/accounts.mjs';
import { missedTargets, report } from '../src/cases/send/index.mjs';
import { rowsOf } from '../src/cases/send/rows.mjs';
import { compareSystems, playRound } from '../src/compared-systems.mjs';

const systems = ['axios', 'co-wechat-api', 'wetempo-memory', 'wetempo-sqlite'].map((name) => ({
  name,
  title: name.toUpperCase(),
  note: 'as told.',
}));

/** One row of CPU times per round, in the order of the systems; the last round met a big collection of garbage. */
function resultOf(times: readonly (readonly number[])[]) {
  const rounds = times.map((round) => round.map((cpuUsPerSend) => ({ cpuUsPerSend, sendsPerSecond: 10 })));
  const rows = rowsOf(systems, 1, rounds);
  return { rounds: times.length, levels: [1], rows, skipped: ['wetempo-redis'], delivered: 12 };
}

const fast = resultOf([
  [100, 40, 40, 90],
  [200, 80, 90, 180],
  [100, 40, 30, 90],
  [100, 50, 600, 90],
]);

describe('the case of a send', () => {
  it('compares rounds of the same turn, and the sums as well', () => {
    const row = fast.rows.find(({ name }) => name === 'wetempo-memory');
    expect(row?.ofAxios?.median).toBeCloseTo(0.425);
    expect(row?.ofAxios?.ofMeans).toBeCloseTo(760 / 500);
    expect(row?.ofCoWechatApi?.median).toBeCloseTo((1 + 90 / 80) / 2);
    expect(row?.cpuUsPerSend).toBe(65);
  });

  it('names the worst and the best of Wetempo, and what was skipped', () => {
    const text = report(fast);
    expect(text).toContain('Worst for Wetempo: WETEMPO-SQLITE, 1 in flight: 0.90 of axios.');
    expect(text).toContain('Best for Wetempo: WETEMPO-MEMORY, 1 in flight: 0.43 of axios.');
    expect(text).toContain('By the sums of all rounds: WETEMPO-MEMORY, 1 in flight: 1.52 of axios.');
    expect(text).toContain('WETEMPO-SQLITE, 1 in flight, 2.0 times CO-WECHAT-API.');
    expect(text).toContain('12 sent, 12 delivered. Skipped');
    expect(text).toContain('wetempo-redis');
  });

  it('misses a target that a peer keeps it from, and one that was not measured', () => {
    expect(missedTargets(fast)).toEqual([expect.stringContaining('of co-wechat-api: 1.06, wanted ≤ 1')]);
    const nothing = { ...fast, rows: [] };
    expect(missedTargets(nothing)).toEqual([
      expect.stringContaining('of axios: not measured'),
      expect.stringContaining('of co-wechat-api: not measured'),
    ]);
  });
});

describe('systems that are compared', () => {
  let platform: Simulator;
  beforeAll(async () => {
    const accounts = appIds.map((appId) => ({ appId, appSecret: DEFAULT_APP_SECRET }));
    platform = await startSimulator({ accounts, log: false });
  });
  afterAll(() => platform.close());

  const surroundings = (delivered: () => number) => ({
    target: { baseUrl: platform.url, appSecret: DEFAULT_APP_SECRET },
    delivered: async () => delivered(),
  });

  it('take turns, each first once, and each result stays with its system', async () => {
    const order: string[] = [];
    const play = async (name: string) => order.push(name) && name.toUpperCase();
    for (const round of [0, 1, 2]) {
      expect(await playRound(['a', 'b', 'c'], round, play)).toEqual(['A', 'B', 'C']);
    }
    expect(order.join('')).toBe('abcbaccab');
  });

  it('each send for an account of their own, and skip what this machine cannot run', async () => {
    const measure = async ([undici]: readonly { round(count: number, inFlight: number): unknown }[]) => {
      await undici?.round(5, 2);
      return {};
    };
    const names = ['undici', 'axios', 'wetempo-redis'];
    const outcome = await compareSystems(names, {
      surroundings: surroundings(() => platform.deliveries.length),
      measure,
    });
    expect(outcome).toEqual({ skipped: ['wetempo-redis'], delivered: 7 });
    const ofAccount = (index: number) => platform.deliveries.filter(({ appId }) => appId === appIds[index]);
    expect([ofAccount(0).length, ofAccount(1).length]).toEqual([6, 1]);
  });

  it('fail together where the platform did not deliver what was sent', async () => {
    const outcome = compareSystems(['undici'], {
      surroundings: surroundings(() => 0),
      measure: async () => ({}),
    });
    await expect(outcome).rejects.toThrow('1 messages were sent, but the platform delivered 0');
  });
});
