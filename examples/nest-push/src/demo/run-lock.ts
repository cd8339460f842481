import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DemoError } from './demo-arguments.js';

/**
 * Keeps a second demo out of the folder: two simulators would not know of each other's messages.
 *
 * @returns what gives the folder free again; a lock whose process is gone, killed for example, does not count
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'running.pid');
  if (!tryLock(file)) {
    const holder = Number(readFileSync(file, 'utf8'));
    if (isRunning(holder)) throw new DemoError(`another demo is running (process ${holder})`);
    rmSync(file, { force: true });
    if (!tryLock(file)) throw new DemoError('another demo is starting');
  }
  return () => rmSync(file, { force: true });
}

function tryLock(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'EEXIST') return false;
    throw error;
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return Reflect.get(Object(error), 'code') === 'EPERM';
  }
}
