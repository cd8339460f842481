import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What a run leaves behind for the next one, beside the send store. */
export interface PushRecord {
  /** Of the push: the same name goes on, another one sends everything anew. */
  readonly name: string;
  readonly startedAt: string;
  readonly finished: boolean;
  /** The simulator's time when the record was written. It stands still between two runs. */
  readonly demoMs?: number | undefined;
}

export type PushPlan =
  | { readonly type: 'start'; readonly record: PushRecord }
  /** The last run was interrupted. */
  | { readonly type: 'resume'; readonly record: PushRecord }
  /** Everything was done already. Only the real platform is asked twice, and then nothing is sent again. */
  | { readonly type: 'repeat'; readonly record: PushRecord };

/** Another content is another push. */
export function contentHash(csv: Uint8Array, templateId: string): string {
  return createHash('sha256').update(templateId).update(csv).digest('hex').slice(0, 12);
}

export function planPush(
  file: string,
  firstName: string,
  mode: 'simulated' | 'real',
  fresh: boolean,
): PushPlan {
  const last = readPushRecord(file);
  const startsOver = fresh || (mode === 'simulated' && last?.finished === true);
  if (last !== undefined && !startsOver) return { type: last.finished ? 'repeat' : 'resume', record: last };
  const startedAt = new Date();
  const name = last === undefined ? firstName : `${firstName}-${startedAt.getTime().toString(36)}`;
  return { type: 'start', record: { name, startedAt: startedAt.toISOString(), finished: false } };
}

function readPushRecord(file: string): PushRecord | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PushRecord;
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'ENOENT') return undefined;
    throw error;
  }
}

/** Renamed into place, so that a kill leaves the old record or the new one. */
export function writePushRecord(file: string, record: PushRecord): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, JSON.stringify(record));
  renameSync(draft, file);
}

/** Forgets every message that the simulator has delivered. */
export function forgetSimulatedPushes(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
