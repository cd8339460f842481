import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DEFAULT_APP_ID, DEFAULT_APP_SECRET, startSimulator } from '@wetempo/simulator';
import { expect, it, onTestFinished } from 'vitest';
import { runProgram } from '../../../test/support/run-program.js';
import { ShopVisitor } from '../src/demo/shop-visitor.js';

const example = resolve(import.meta.dirname, '..');
const unset = { WECHAT_APPID: '', WECHAT_SECRET: '' };

it('the demo does its job and ends', async () => {
  const { output, exitCode } = await runProgram(example, process.execPath, ['dist/main.js'], unset);
  expect(output).toContain('✓ an order, no message agreed to: not subscribed');
  expect(output).toContain('✓ messages that reached the phone: 2');
  expect(output).not.toMatch(/✗|Warning|SECRET/);
  expect(exitCode, output).toBe(0);
});

it('with an account in the environment it runs on as a server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wetempo-mini-'));
  const simulator = await startSimulator();
  const env = {
    ...process.env,
    WECHAT_APPID: DEFAULT_APP_ID,
    WECHAT_SECRET: DEFAULT_APP_SECRET,
    WECHAT_BASE_URL: simulator.url,
    WECHAT_TEMPLATE_ID: 'T1',
    SENDS_FILE: join(folder, 'sends.sqlite'),
    PORT: String(await freePort()),
  };
  const server = spawn(process.execPath, ['dist/main.js'], { cwd: example, env, stdio: 'ignore' });
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await simulator.close();
    await rm(folder, { recursive: true, force: true });
  });
  const visitor = new ShopVisitor(`http://127.0.0.1:${env.PORT}`);
  await expect
    .poll(() => visitor.login(simulator.users.login(DEFAULT_APP_ID)).then(({ status }) => status, String), {
      timeout: 20_000,
    })
    .toBe(200);
  server.kill('SIGTERM');
  await once(server, 'exit');
});

/** One that was free a moment ago. */
async function freePort(): Promise<number> {
  const simulator = await startSimulator();
  const { port } = new URL(simulator.url);
  await simulator.close();
  return Number(port);
}

it('an account without its template is refused at the start, and the variable is named', async () => {
  const account = { WECHAT_APPID: DEFAULT_APP_ID, WECHAT_SECRET: DEFAULT_APP_SECRET, WECHAT_TEMPLATE_ID: '' };
  const { output, exitCode } = await runProgram(example, process.execPath, ['dist/main.js'], account);
  expect(output).toContain('WECHAT_TEMPLATE_ID is not set in the environment');
  expect(exitCode).not.toBe(0);
});
