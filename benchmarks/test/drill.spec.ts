import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const drill = fileURLToPath(new URL('../drill.mjs', import.meta.url));
const small = ['--tasks', '1200', '--max', '200'];

interface MeasuredRun {
  readonly name: string;
  readonly done: number;
  readonly repeated: number;
  readonly failures: object;
  readonly attemptsPerTask: number;
  readonly quotaQuestions: number;
  readonly ratio: number;
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wetempo-drill-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function figuresOf(names: string): Promise<{ measured: MeasuredRun[]; svg: string }> {
  const svgFile = join(folder, `${names}.svg`);
  const { stdout } = await run(process.execPath, [
    drill,
    ...small,
    '--only',
    names,
    '--json',
    '--svg',
    svgFile,
  ]);
  return { measured: JSON.parse(stdout).measured, svg: readFileSync(svgFile, 'utf8') };
}

/** Times depend on what else the machine does, and attempts on its pauses: they are bounded where only a mistake can be meant. */
describe('a small drill', () => {
  it('sends every task in hardly more than one attempt where the limit is known', {
    timeout: 120_000,
  }, async () => {
    const { measured, svg } = await figuresOf('fixed,sliding,asked');
    for (const { name, done, repeated, failures, attemptsPerTask, ratio } of measured) {
      expect({ name, done, repeated, failures }).toEqual({ name, done: 1200, repeated: 0, failures: {} });
      expect(attemptsPerTask).toBeLessThanOrEqual(1.2);
      expect(ratio).toBeLessThan(3);
    }
    expect(measured.map(({ name, quotaQuestions }) => [name, quotaQuestions])).toEqual([
      ['fixed', 0],
      ['sliding', 0],
      ['asked', 1],
    ]);
    expect(svg.match(/font-weight="bold"/g)).toHaveLength(3);
  });

  it('sends every task in few attempts where nobody tells the limit', { timeout: 180_000 }, async () => {
    const { measured } = await figuresOf('unknown');
    expect(measured).toMatchObject([{ done: 1200, repeated: 0, failures: {} }]);
    expect(measured[0]?.attemptsPerTask).toBeLessThanOrEqual(1.6);
  });

  it('prints a chart and a table, and fails a check where a run is missing', {
    timeout: 60_000,
  }, async () => {
    const tiny = ['--tasks', '20', '--max', '10', '--processes', '2', '--only', 'fixed', '--check'];
    const outcome = run(process.execPath, [drill, ...tiny, '--svg', join(folder, 'tiny.svg')]);
    await expect(outcome).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/ {3}0 s █+ \d+\n[\s\S]*\| Wetempo, limit known[^\n]*\| +20 \|/),
      stderr: expect.stringContaining('missed: naive was not measured'),
    });
  });

  it.each([
    [['--max', 'many'], '--max: must be a positive whole number, got "many"'],
    [['--only', 'fixed,nobody'], '--only: no run is called "nobody"'],
  ])('names the option that is wrong: %j', async (args, wanted) => {
    const outcome = run(process.execPath, [drill, ...args]);
    await expect(outcome).rejects.toMatchObject({ stderr: expect.stringContaining(wanted) });
  });
});
