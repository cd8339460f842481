import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measure, missedTargets, report, type TokenResult } from '../src/cases/token/index.mjs';
import { type CaseRun, openCaseRun, rowTitled } from './support/case-run.js';

/** Two processes, and five calls each. */
const calls = 10;
let run: CaseRun;
let result: TokenResult;

const rowOf = (title: string) => rowTitled(result.rows, title);

beforeAll(async () => {
  run = await openCaseRun();
  const names = ['wetempo-redis', 'wetempo-memory', 'co-wechat-api'];
  result = await measure({ names, quick: true }, run.surroundings);
}, 120_000);
afterAll(() => run.close());

describe('the case of the tokens', () => {
  it('sees one fetch and no failed call where processes share a token, cold and revoked', () => {
    const one = { calls, fetches: 1, undelivered: 0, toldSent: calls };
    for (const title of ['Wetempo, Redis, stable', 'Wetempo, Redis, classic']) {
      const { alone, together } = rowOf(title);
      for (const bursts of [alone, together]) {
        expect(bursts, title).toMatchObject({ cold: { ...one, refused: 0 }, revoked: one });
      }
    }
  });

  it('sees one fetch per process where each has a token of its own', () => {
    const { alone, together } = rowOf('Wetempo, memory stores, stable');
    expect(alone).toMatchObject({ cold: { fetches: 1 }, revoked: { fetches: 1, undelivered: 0 } });
    expect(together).toMatchObject({
      cold: { fetches: 2, undelivered: 0 },
      revoked: { fetches: 2, undelivered: 0 },
    });
  });

  it('sees the fetches of a client that makes one per call, and the calls that fail over it', () => {
    const { cold } = rowOf('co-wechat-api, token in memory, classic').alone;
    expect(cold.fetches).toBeGreaterThanOrEqual(calls);
    expect(cold.undelivered).toBeGreaterThan(0);
    expect(cold.toldSent).toBe(calls - cold.undelivered);
  });

  it('reports every row twice, and the worst of ours', () => {
    const text = report(result);
    for (const { title } of result.rows) expect(text.split(`| ${title} `)).toHaveLength(3);
    expect(text).toMatch(/^Worst for Wetempo: .*classic/m);
    expect(missedTargets(result)).toEqual([]);
  });

  it('misses a target where a fleet fetches twice, and where nothing was measured', () => {
    const row = rowOf('Wetempo, Redis, stable');
    const together = { ...row.together, cold: { ...row.together.cold, fetches: 2 } };
    const worse = result.rows.map((other) => (other === row ? { ...row, together } : other));
    expect(missedTargets({ ...result, rows: worse })).toEqual([expect.stringContaining('wanted ≤ 1')]);
    expect(missedTargets({ ...result, rows: [] })).toHaveLength(12);
  });
});
