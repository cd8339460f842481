import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const bench = fileURLToPath(new URL('../bench.mjs', import.meta.url));

/** A redis-server that leaves the number of its process in a file. */
async function redisThatTells(): Promise<{ program: string; pid: () => Promise<number> }> {
  const folder = await mkdtemp(join(tmpdir(), 'wetempo-interrupted-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [program, file] = [join(folder, 'redis-server'), join(folder, 'pid')];
  const redis = process.env.WETEMPO_REDIS_SERVER || 'redis-server';
  await writeFile(program, `#!/bin/sh\necho $$ >'${file}'\nexec '${redis}' "$@"\n`);
  await chmod(program, 0o755);
  const pid = async (): Promise<number> => {
    for (;;) {
      const text = await readFile(file, 'utf8').catch(() => '');
      if (text.endsWith('\n')) return Number(text);
      await sleep(10);
    }
  };
  return { program, pid };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it.each(['SIGINT', 'SIGTERM'] as const)(
  'a benchmark that %s ends leaves no process behind',
  async (signal) => {
    const redis = await redisThatTells();
    const args = [bench, '--only', 'redis', '--systems', 'wetempo-redis', '--sends', '1000000'];
    const env = { ...process.env, WETEMPO_REDIS_SERVER: redis.program };
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.resume();
    // Its own processes inherit its output: it is closed once all of them have ended.
    const closed = once(child, 'close');
    const pid = await redis.pid();
    child.kill(signal);
    expect(await closed).toEqual([null, signal]);
    while (isRunning(pid)) await sleep(10);
  },
);
