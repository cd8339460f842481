import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LostAnswersResult, measure, missedTargets, report } from '../src/cases/lost-answers/index.mjs';
import { type CaseRun, openCaseRun } from './support/case-run.js';

let run: CaseRun;
let result: LostAnswersResult;

function rowsOf(name: string) {
  return result.rows.filter((row) => row.name === name);
}

function planned(...titles: string[]): number {
  const faults = result.planned.filter(({ title }) => titles.includes(title));
  return faults.reduce((sum, { count }) => sum + count, 0);
}

beforeAll(async () => {
  run = await openCaseRun();
  result = await measure({ names: ['wetempo-memory', 'axios'], quick: true }, run.surroundings);
}, 120_000);
afterAll(() => run.close());

describe('the case of the lost answers', () => {
  it('sees nothing of ours twice and nothing told wrongly, and all that may be repeated delivered', () => {
    const rows = rowsOf('wetempo-memory');
    expect(rows).toHaveLength(4);
    for (const row of rows) expect(row).toMatchObject({ twice: 0, falselySent: 0, falselyFailed: 0 });
    const templates = rows.filter(({ kind }) => kind === 'template');
    for (const row of templates) expect(row).toMatchObject({ undelivered: 0, unknown: 0 });
    expect(missedTargets(result).filter((sentence) => !sentence.includes('not measured'))).toEqual([]);
  });

  it('sees every message of ours that nobody can know of called unknown', () => {
    const faults = result.planned.reduce((sum, { count }) => sum + count, 0);
    for (const row of rowsOf('wetempo-memory').filter(({ kind }) => kind === 'customer')) {
      expect(row.unknown).toBe(faults);
      expect(row.unknown - row.unknownDelivered).toBe(row.undelivered);
    }
  });

  it('sees what a caller who repeats nothing is told wrongly, and what repeating delivers twice', () => {
    const after = planned('cut after delivery', '504 after delivery');
    const [asItComes, repeated] = rowsOf('axios').filter(({ kind }) => kind === 'customer');
    expect(after).toBeGreaterThan(0);
    expect(asItComes).toMatchObject({ twice: 0, falselyFailed: after });
    expect(repeated?.twice).toBeGreaterThan(0);
  });

  it('reports every row, and misses a target where something arrives twice', () => {
    const text = report(result);
    for (const { title } of result.rows) expect(text).toContain(`| ${title}, as it comes `);
    expect(text).toMatch(/^Worst for Wetempo: .*customer/m);
    const rows = rowsOf('wetempo-memory').map((row) => ({ ...row, name: 'wetempo-redis', twice: 1 }));
    expect(missedTargets({ ...result, rows: [...rows, ...rowsOf('wetempo-memory')] })).toEqual([
      expect.stringContaining('delivered twice: 4, wanted ≤ 0'),
    ]);
  });
});
