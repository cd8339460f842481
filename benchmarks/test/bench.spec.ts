import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const bench = (...args: string[]) =>
  run(process.execPath, [fileURLToPath(new URL('../bench.mjs', import.meta.url)), ...args]);

/** One quick run of light cases for all tests; its figures mean nothing. */
describe('the benchmark', () => {
  let folder: string;
  let output: string;
  const inFolder = (name: string) => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wetempo-bench-spec-'));
    const files = ['--results', inFolder('page.md'), '--json', inFolder('figures.json')];
    const chosen = ['--quick', '--only', 'send,redis', '--systems', 'wetempo-memory'];
    ({ stdout: output } = await bench(...chosen, ...files));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('measures the chosen systems beside the reference, and every message is delivered', async () => {
    const { outcomes } = JSON.parse(await readFile(inFolder('figures.json'), 'utf8'));
    const names = outcomes.send.result.rows.map(({ name }: { name: string }) => name);
    expect(new Set(names)).toEqual(new Set(['axios', 'wetempo-memory']));
    expect(outcomes.send.result.delivered).toBeGreaterThan(0);
    expect(Object.keys(outcomes)).toEqual(['send', 'redis']);
  });

  it('prints each section as it comes, and gathers them on a page with its chart', async () => {
    const page = await readFile(inFolder('page.md'), 'utf8');
    const headings = [...output.matchAll(/^## .+$/gm)].map(([line]) => line);
    expect(headings).toHaveLength(2);
    for (const heading of headings) expect(page).toContain(heading);
    expect(page).toContain('](page.svg)');
    expect(await readFile(inFolder('page.svg'), 'utf8')).toContain('</svg>');
  });

  it('makes the same page again from the figures alone', async () => {
    await bench('--from', inFolder('figures.json'), '--results', inFolder('again.md'));
    const [page, again] = await Promise.all(
      ['page.md', 'again.md'].map((name) => readFile(inFolder(name), 'utf8')),
    );
    expect(again?.replace('again.svg', 'page.svg')).toBe(page);
  });

  it('fails where a case could not be measured, and a check where a target was not', async () => {
    const { about } = JSON.parse(await readFile(inFolder('figures.json'), 'utf8'));
    const failed = { about, outcomes: { redis: { failure: 'there is no server' } } };
    await writeFile(inFolder('failed.json'), JSON.stringify(failed));
    const runs = [
      bench('--from', inFolder('failed.json'), '--results', inFolder('failed.md')),
      bench('--from', inFolder('figures.json'), '--results', inFolder('checked.md'), '--check'),
    ];
    const [ofFailed, ofChecked] = await Promise.all(runs.map((run) => run.catch((error: unknown) => error)));
    expect(ofFailed).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no server') });
    expect(ofChecked).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('co-wechat-api: not measured'),
    });
  });

  it.each([
    [['--rounds', 'many'], '--rounds: must be a positive whole number, got "many"'],
    [['--only', 'send,nothing'], '--only: no case is called "nothing"'],
    [['--systems', 'axios,nobody'], '--systems: no system is called "nobody"'],
  ])('names the option that is wrong: %j', async (args, message) => {
    await expect(bench(...args)).rejects.toMatchObject({ stderr: expect.stringContaining(message) });
  });
});
