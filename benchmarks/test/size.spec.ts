import { DEFAULT_APP_ID, DEFAULT_APP_SECRET, type Simulator, startSimulator } from '@wetempo/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measure, missedTargets, report, type SizeResult } from '../src/cases/size/index.mjs';

let platform: Simulator;
let result: SizeResult;

beforeAll(async () => {
  const appSecret = DEFAULT_APP_SECRET;
  platform = await startSimulator({
    accounts: [DEFAULT_APP_ID, 'wx0000000000000002'].map((appId) => ({ appId, appSecret })),
  });
  result = await measure(
    { rounds: 1, quick: true, names: ['axios', 'wetempo-memory'] },
    {
      target: { baseUrl: platform.url, appId: DEFAULT_APP_ID, appSecret },
      delivered: async () => platform.deliveries.length,
    },
  );
}, 120_000);
afterAll(() => platform.close());

describe('the case of the size', () => {
  it('loads each package both ways, with all its files', () => {
    expect(result.loads.map(({ name, way }) => `${way} ${name}`)).toEqual([
      'import axios',
      'require axios',
      'import @wetempo/wechat-mp',
      'require @wetempo/wechat-mp',
    ]);
    for (const { samples } of result.loads) expect(samples).toHaveLength(1);
    expect(result.loads[0]?.modules).toBeGreaterThan(50);
  });

  it('sends one message for each sender', () => {
    expect(result.firstSends.map(({ name }) => name)).toEqual(['axios', 'wetempo-memory']);
    expect(platform.deliveries).toHaveLength(2);
  });

  it('counts what is installed: ours has all that axios has, and zod', () => {
    const [axios, ours] = result.installed;
    expect(axios?.bytes).toBeGreaterThan(axios?.ownBytes ?? Number.NaN);
    expect(ours?.packages).toBeGreaterThan((axios?.packages ?? Number.NaN) + 1);
    expect(ours?.optionalPeers).toBe(1);
  });

  it('reports every row, and misses the target where ours takes longer', () => {
    const text = report(result);
    for (const { name } of [...result.loads, ...result.installed]) expect(text).toContain(`| ${name} `);
    expect(text).toMatch(/^Worst for Wetempo: .+ of the CPU that axios takes/m);
    const slow = result.loads.map((row) => ({
      ...row,
      samples: [{ cpuUs: row.name === 'axios' ? 100 : 151, wallMs: 1, heapBytes: 1 }],
    }));
    expect(missedTargets({ ...result, loads: slow })).toEqual([
      expect.stringContaining('first import'),
      expect.stringContaining('first require'),
    ]);
  });
});
