import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../push-memory.mjs', import.meta.url));

describe('the measurement of what a push holds', () => {
  it('checks and sends every message, and compares the two sizes', { timeout: 60_000 }, async () => {
    const args = [program, '--small', '20', '--large', '300', '--only', 'dry,sqlite'];
    const { stdout, stderr } = await run(process.execPath, args);
    const rows = stdout.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    expect(rows[2]).toMatchObject({ 1: 'dry', 6: '300', 7: '0' });
    expect(rows[3]).toMatchObject({ 1: 'sqlite', 6: '300', 7: '300' });
    expect(stderr).toBe('');
  });

  it('names the option that is wrong', async () => {
    const outcome = run(process.execPath, [program, '--large', 'many']);
    await expect(outcome).rejects.toMatchObject({ stderr: expect.stringContaining('--large: must be') });
  });
});
