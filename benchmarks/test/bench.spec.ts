import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const bench = fileURLToPath(new URL('../bench.mjs', import.meta.url));
const tiny = ['--rounds', '1', '--sends', '40', '--warm-up', '40'];

/** The figures of such a short run mean nothing; that they are there, and that everything was delivered, does. */
describe('the benchmark', () => {
  it('measures every system against axios, and the round trips to Redis', { timeout: 120_000 }, async () => {
    const { stdout } = await run(process.execPath, [bench, ...tiny]);
    const rows = stdout.split('\n').filter((line) => line.startsWith('| '));
    expect(rows.map((row) => row.split('|')[1]?.trim())).toEqual([
      '',
      expect.stringMatching(/^-+$/),
      'axios, http adapter, as it comes',
      'axios, http adapter, own keep-alive agent',
      'undici.request',
      'Wetempo, memory stores',
      'Wetempo, SQLite send store',
      'Wetempo, Redis for everything',
      'Wetempo, PostgreSQL send store',
      '',
      expect.stringMatching(/^-+$/),
      'Wetempo, memory stores',
      'Wetempo, SQLite send store',
      'Wetempo, Redis for everything',
      'Wetempo, PostgreSQL send store',
      '',
      expect.stringMatching(/^-+$/),
      'one at a time',
      '32 in flight',
      '',
      expect.stringMatching(/^-+$/),
      'rate-limiter-flexible, one consume, one at a time',
      'Wetempo, every limit on, one at a time',
      'rate-limiter-flexible, one consume, 64 in flight',
      'Wetempo, every limit on, 64 in flight',
    ]);
    expect(stdout).toContain('1.00 round trips per admission.');
    expect(stdout).toContain('560 sent, 560 delivered.');
  });

  it('fails a check where a target was not measured', { timeout: 120_000 }, async () => {
    const outcome = run(process.execPath, [bench, ...tiny, '--only', 'undici', '--check']);
    await expect(outcome).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('missed: the CPU time with memory stores was not measured'),
    });
  });

  it.each([
    [['--rounds', 'many'], '--rounds: must be a positive whole number, got "many"'],
    [['--only', 'axios,nobody'], '--only: no system is called "nobody"'],
  ])('names the option that is wrong: %j', async (args, message) => {
    const outcome = run(process.execPath, [bench, ...args]);
    await expect(outcome).rejects.toMatchObject({ stderr: expect.stringContaining(message) });
  });
});
