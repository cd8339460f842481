import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis } from '../../../test/support/redis-server.js';
import type { CaseSurroundings } from '../../src/cases/callers/case-surroundings.mjs';

/** What a case is measured in. */
export interface CaseRun {
  readonly surroundings: CaseSurroundings;
  close(): Promise<void>;
}

export async function openCaseRun(): Promise<CaseRun> {
  const redis = await startRedis();
  const folder = await mkdtemp(join(tmpdir(), 'wetempo-case-'));
  return {
    surroundings: { redis, target: { redisUrl: redis.url, folder } },
    close: async () => {
      await redis.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** @throws {Error} where no row has this title */
export function rowTitled<Row extends { readonly title: string }>(rows: readonly Row[], title: string): Row {
  const row = rows.find((candidate) => candidate.title === title);
  if (row === undefined) throw new Error(`no row is called ${title}`);
  return row;
}
