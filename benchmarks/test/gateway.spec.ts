import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayResult, measure, missedTargets, report } from '../src/cases/gateway/index.mjs';
import { type CaseRun, openCaseRun, rowTitled } from './support/case-run.js';

/** Two processes, and six messages each; ten go through at once. */
const tasks = 12;
let run: CaseRun;
let result: GatewayResult;

const rowOf = (title: string) => rowTitled(result.rows, title);

beforeAll(async () => {
  run = await openCaseRun();
  const names = ['wetempo-redis', 'node-easywechat'];
  result = await measure({ names, quick: true }, run.surroundings);
}, 120_000);
afterAll(() => run.close());

describe('the case of the gateway', () => {
  it('sees all of ours delivered once, and every attempt that was turned away', () => {
    const row = rowOf('Wetempo, Redis for everything');
    expect(row).toMatchObject({
      tasks,
      delivered: tasks,
      twice: 0,
      falselySent: 0,
      falselyFailed: 0,
      unknown: 0,
    });
    expect(row.attempts).toBe(tasks + row.refused);
  });

  it('sees who takes a 429 for a success: each that was turned away, and nobody who asks isFailed()', () => {
    const looked = rowOf('node-easywechat, errcode looked at');
    expect(looked).toMatchObject({ attempts: tasks, falselySent: looked.refused });
    expect(looked.delivered).toBe(tasks - looked.refused);
    expect(rowOf('node-easywechat, isFailed() asked too')).toMatchObject({ falselySent: 0 });
  });

  it('reports every row, and misses a target where a message is left behind', () => {
    const text = report(result);
    for (const { title } of result.rows) expect(text).toContain(`| ${title} `);
    expect(text).toMatch(/^Worst for Wetempo: Wetempo, Redis/m);
    expect(missedTargets({ rows: result.rows.map((row) => ({ ...row, delivered: tasks - 1 })) })).toEqual([
      expect.stringContaining('share delivered'),
    ]);
  });
});
