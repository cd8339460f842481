import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../src/cli.ts');

let directory: string;
let child: ChildProcess;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wetempo-simulator-'));
  const output = { entryFileNames: 'cli.mjs' };
  await build({
    configFile: false,
    logLevel: 'silent',
    build: { ssr: SOURCE, outDir: directory, target: 'node20', rolldownOptions: { output } },
  });
});

afterAll(() => rm(directory, { recursive: true }));
afterEach(() => {
  child.kill('SIGKILL');
});

function run(...args: string[]): ChildProcess {
  child = spawn(process.execPath, [join(directory, 'cli.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return child;
}

async function firstChunk(stream: ChildProcess['stdout']): Promise<string> {
  const [chunk] = stream === null ? [''] : await once(stream, 'data');
  return String(chunk);
}

describe('wetempo-simulator', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'prints its address as JSON, serves, and stops on %s',
    async (signal) => {
      const { stdout } = run('--json', '--fault', 'errcode,errcode=45011');
      const { url } = JSON.parse(await firstChunk(stdout)) as { url: string };
      const response = await fetch(`${url}/cgi-bin/tags/get`);
      expect(await response.json()).toMatchObject({ errcode: 45011 });
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
  );

  it('says what is wrong with an argument and exits with 2', async () => {
    const { stderr } = run('--port', 'many');
    expect(await firstChunk(stderr)).toMatch(/^port: expected a port from 0 to 65535/);
    expect(await once(child, 'exit')).toEqual([2, null]);
  });
});
