import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Simulator, startSimulator } from '@wetempo/simulator';
import { build } from 'vite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { simulatorEnv } from './support/run-here.js';

const PACKAGE = join(import.meta.dirname, '..');
const conditions = ['@wetempo/source', 'node'];
const sendPath = '/cgi-bin/message/template/send';
const person = (n: number) => `oTEST${String(n).padStart(23, '0')}`;

let program: string;
let folder: string;
let simulator: Simulator;

beforeAll(async () => {
  // From there Node finds what all of it depends on; some of core's dependencies have a version of their own.
  program = await mkdtemp(join(PACKAGE, '../core/node_modules/.cli-'));
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    build: {
      ssr: join(PACKAGE, 'src/cli.ts'),
      outDir: program,
      target: 'node20',
      // Our sources go into the program; what they depend on is found at run time, as from any installed package.
      rolldownOptions: {
        output: { entryFileNames: 'cli.mjs' },
        external: (id) => /^[a-z@]/i.test(id) && !id.startsWith('@wetempo/'),
      },
    },
  });
  simulator = await startSimulator();
}, 60_000);
afterAll(async () => {
  await simulator.close();
  await rm(program, { recursive: true });
});
beforeEach(async () => {
  simulator.reset();
  folder = await mkdtemp(join(tmpdir(), 'wetempo-bin-'));
  return () => rm(folder, { recursive: true });
});

interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly code: Promise<number | null>;
}

function start(...args: string[]): Running {
  const child = spawn(process.execPath, [join(program, 'cli.mjs'), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...simulatorEnv(simulator.url) },
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => {
      texts[name] += chunk.toString();
    });
  }
  const code = once(child, 'close').then(([exitCode]) => exitCode as number | null);
  return { child, stdout: () => texts.stdout, stderr: () => texts.stderr, code };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function writePeople(count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, index) => `${person(index + 1)},x`);
  await writeFile(join(folder, 'people.csv'), `openid,thing1\n${lines.join('\n')}\n`);
}

describe('the wetempo command', () => {
  it('exits by itself with 0, with JSON alone on stdout and no colours where there is no terminal', async () => {
    await writePeople(3);
    const { code, stdout, stderr } = start('push', 'people.csv', '--template', 'T1', '--json');
    expect(await code).toBe(0);
    expect(JSON.parse(stdout())).toMatchObject({ counts: { sent: 3 } });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what must not be there
    expect(stdout() + stderr()).not.toMatch(/\u001b|\r/);
  });

  it('knows its version, and exits with 2 for what it does not know', async () => {
    const [version, wrong] = [start('--version'), start('frobnicate')];
    expect([await version.code, await wrong.code]).toEqual([0, 2]);
    expect(version.stdout()).toMatch(/^\d+\.\d+\.\d+/);
    expect(wrong.stderr()).toContain("unknown command 'frobnicate'");
  });

  it('exits with 5 where the doctor finds a problem', async () => {
    simulator.account('wx0000000000000001').ipNotAllowed = true;
    const { code, stdout } = start('doctor');
    expect(await code).toBe(5);
    expect(stdout()).toContain('it sees the IP 203.0.113.7');
  });

  it('finishes what is under way at the first SIGTERM, and says how to go on', async () => {
    await writePeople(200);
    simulator.faults.add({ kind: 'slow', path: sendPath, delayMs: 40 });
    const { child, code, stdout } = start('push', 'people.csv', '--template', 'T1', '--concurrency', '2');
    await until(() => simulator.deliveries.length >= 3);
    child.kill('SIGTERM');
    expect(await code).toBe(4);
    expect(stdout()).toMatch(/Go on: wetempo push people\.csv --template T1 --concurrency 2 --resume/);
    expect(stdout()).toMatch(new RegExp(`^ +sent +${simulator.deliveries.length}$`, 'm'));
  });

  it('pushes on where nobody reads its notes, as in `2>&1 | head`', async () => {
    await writePeople(3);
    const { child, code, stdout } = start('push', 'people.csv', '--template', 'T1', '--json');
    child.stderr.destroy();
    expect(await code).toBe(0);
    expect(JSON.parse(stdout())).toMatchObject({ counts: { sent: 3 } });
  });

  it('ends at once at the second one', async () => {
    await writePeople(4);
    simulator.faults.add({ kind: 'hang', path: sendPath });
    const { child, code, stderr, stdout } = start('push', 'people.csv', '--template', 'T1');
    await until(() => simulator.hits(sendPath) > 0);
    child.kill('SIGINT');
    await until(() => stderr().includes('stopping'));
    child.kill('SIGINT');
    expect(await code).toBe(4);
    expect(stdout()).toBe('');
  });

  it('simulates until it is told to stop', async () => {
    const { child, code, stdout } = start('simulate', '--json');
    await until(() => stdout() !== '');
    const { url } = JSON.parse(stdout()) as { url: string };
    expect((await fetch(`${url}/cgi-bin/tags/get`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await code).toBe(0);
  });
});
