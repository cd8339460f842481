import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DEFAULT_APP_ID, DEFAULT_APP_SECRET, type Simulator, startSimulator } from '@wetempo/simulator';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runProgram } from '../../../test/support/run-program.js';
import type { PushReport } from '../src/pushes/push-report.js';
import { csvOf } from './support/recipients.js';

const example = resolve(import.meta.dirname, '..');
const patient = { timeout: 60_000, interval: 50 };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('the app as it is started in production', () => {
  let simulator: Simulator;
  let folder: string;
  let port: number;
  let app: ChildProcess | undefined;

  beforeEach(async () => {
    simulator = await startSimulator();
    folder = await mkdtemp(join(tmpdir(), 'wetempo-app-'));
    port = await freePort();
  });

  afterEach(async () => {
    app?.kill('SIGKILL');
    await simulator.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function start(): Promise<ChildProcess> {
    const env = {
      WECHAT_APPID: DEFAULT_APP_ID,
      WECHAT_SECRET: DEFAULT_APP_SECRET,
      WECHAT_BASE_URL: simulator.url,
      SENDS_FILE: join(folder, 'sends.sqlite'),
      PORT: String(port),
    };
    app = spawn(process.execPath, ['dist/main.js'], { cwd: example, env, stdio: 'ignore' });
    await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/`), patient);
    return app;
  }

  async function push(count: number): Promise<PushReport> {
    const response = await fetch(`http://127.0.0.1:${port}/pushes?template=T1&name=spring`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: csvOf(count),
    });
    return (await response.json()) as PushReport;
  }

  async function ended(): Promise<PushReport> {
    return vi.waitFor(async () => {
      const response = await fetch(`http://127.0.0.1:${port}/pushes/spring`);
      const report = (await response.json()) as PushReport;
      expect(report.endedAt).toBeDefined();
      return report;
    }, patient);
  }

  it('names what is missing in the environment', async () => {
    const { exitCode, output } = await runProgram(example, process.execPath, ['dist/main.js'], {
      WECHAT_APPID: DEFAULT_APP_ID,
      WECHAT_SECRET: '',
    });
    expect(output).toContain('WECHAT_SECRET is not set in the environment');
    expect(exitCode).not.toBe(0);
  });

  it('finishes what is under way on SIGTERM, and goes on after a restart', { timeout: 90_000 }, async () => {
    simulator.faults.add({ kind: 'slow', delayMs: 50 });
    const first = await start();
    await push(400);
    await vi.waitFor(() => expect(simulator.deliveries.length).toBeGreaterThan(20), patient);
    first.kill('SIGTERM');
    await once(first, 'exit');
    const delivered = simulator.deliveries.length;
    expect(delivered).toBeLessThan(400);

    await start();
    await push(400);
    expect(await ended()).toMatchObject({ sent: 400 - delivered, alreadySent: delivered });
    expect(simulator.deliveries).toHaveLength(400);
  });
});
