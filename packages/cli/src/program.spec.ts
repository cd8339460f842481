import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from '../test/support/run-here.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wetempo-program-'));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (...args: string[]) => runHere(args, { folder, env: { WECHAT_APPID: 'wx0000000000000001' } });

describe('help', () => {
  it.each([[], ['status'], ['unknown'], ['token'], ['quota'], ['doctor'], ['simulate']])(
    'of %j has examples and goes to stdout',
    async (...command) => {
      const { code, stdout, stderr } = await run(...command.flat(), '--help');
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain('Examples:\n  $ ');
    },
  );

  it('lists the exit codes', async () => {
    expect((await run('--help')).stdout).toMatch(/Exit codes:\n {2}0 {2}done[\s\S]*5 {2}the doctor/);
  });
});

describe('wrong usage ends with 2', () => {
  it.each([
    [['frobnicate'], /unknown command 'frobnicate'/],
    [['token', '--frobnicate'], /unknown option '--frobnicate'/],
    [['unknown', 'settle'], /missing required argument 'id'/],
    [['token'], /appSecret is missing: set WECHAT_SECRET/],
    [['token', '--platform', 'icq'], /appSecret is missing/],
    [['token', '--config', 'nowhere.yaml'], /nowhere\.yaml: the file cannot be read/],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  it('with the file, the line, the path and the value of a wrong option', async () => {
    await writeFile(join(folder, 'wrong.yaml'), 'appSecret: hush\nredsi: x\npush:\n  concurrency: 0\n');
    const { code, stderr } = await run('token', '--config', 'wrong.yaml');
    expect(code).toBe(2);
    expect(stderr).toMatch(/wrong\.yaml:2 redsi: is no option/);
    expect(stderr).toMatch(/wrong\.yaml:4 push\.concurrency: .*got 0/);
    expect(stderr).not.toContain('hush');
  });

  it('naming a variable that the file asks for and that is not set', async () => {
    await writeFile(join(folder, 'unset.yaml'), `appSecret: \${WETEMPO_SPEC_UNSET}\n`);
    const { stderr } = await run('token', '--config', 'unset.yaml');
    expect(stderr).toMatch(/unset\.yaml:1 asks for the environment variable WETEMPO_SPEC_UNSET/);
  });

  it('never showing an address that may hold a password', async () => {
    const { code, stderr } = await run('token', '--send-store', 'oracle://me:hush@db/x');
    expect(code).toBe(2);
    expect(stderr).not.toContain('hush');
  });
});
