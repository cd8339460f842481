import { RedisSendStore } from '../../src/send/redis-send-store.js';
import type { ClaimAnswer, SendStore } from '../../src/send/send-store.js';
import { MysqlSendStore } from '../../src/send/sql/mysql-send-store.js';
import { PostgresSendStore } from '../../src/send/sql/postgres-send-store.js';
import { SqliteSendStore } from '../../src/send/sqlite-send-store.js';
import { type Claimed, claimOf, failed, sent, settleOf } from './send-fixtures.js';

/** What the parent may ask for. */
export type SendJob =
  /** Claims `<prefix>-0` to `<prefix>-<count - 1>`, as many at once as there are, and settles what it got. */
  | { readonly type: 'race'; readonly prefix: string; readonly count: number }
  /** Claims and settles without end, many at once, and tells the parent of every id of which the store said that it stands. */
  | { readonly type: 'storm'; readonly prefix: string }
  /** Claims and settles these once more. */
  | { readonly type: 'again'; readonly requestIds: readonly string[] }
  | { readonly type: 'claim'; readonly requestId: string; readonly leaseMs: number }
  /** Concerns the message that was claimed last. */
  | { readonly type: 'begin' | 'settle-failed' | 'settle-sent' };

export interface RaceAnswer {
  readonly claimed: readonly string[];
  readonly others: Readonly<Partial<Record<ClaimAnswer['type'], number>>>;
}

/** One process of a fleet that shares a send store. */
function main(store: SendStore): void {
  let last: Claimed | undefined;
  const claim = async (requestId: string, leaseMs: number) => {
    const answer = await store.claim(claimOf(requestId, { leaseMs }));
    if (answer.type === 'claimed') last = answer;
    return answer;
  };
  const run = async (job: SendJob): Promise<unknown> => {
    if (job.type === 'race') return race(store, idsOf(job));
    if (job.type === 'again') return race(store, job.requestIds);
    if (job.type === 'storm') return storm(store, job.prefix);
    if (job.type === 'claim') return claim(job.requestId, job.leaseMs);
    if (last === undefined) throw new Error('nothing was claimed');
    if (job.type === 'begin') return store.begin(last.lease, 1000);
    return store.settle(settleOf(last, job.type === 'settle-sent' ? sent : failed));
  };
  process.on('message', async (job: SendJob) => {
    process.send?.(await run(job).catch(String));
  });
  process.send?.('ready');
}

async function storm(store: SendStore, prefix: string): Promise<void> {
  let count = 0;
  const one = async () => {
    for (;;) {
      count += 1;
      const requestId = `${prefix}-${count}`;
      const claim = await store.claim(claimOf(requestId));
      if (claim.type === 'claimed' && (await store.settle(settleOf(claim, sent)))) process.send?.(requestId);
    }
  };
  await Promise.all(Array.from({ length: 32 }, one));
}

function idsOf({ prefix, count }: Extract<SendJob, { type: 'race' }>): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
}

async function race(store: SendStore, requestIds: readonly string[]): Promise<RaceAnswer> {
  const claimed: string[] = [];
  const others: Partial<Record<ClaimAnswer['type'], number>> = {};
  const one = async (requestId: string) => {
    const answer = await store.claim(claimOf(requestId));
    if (answer.type !== 'claimed') {
      others[answer.type] = (others[answer.type] ?? 0) + 1;
      return;
    }
    claimed.push(requestId);
    await store.settle(settleOf(answer, sent));
  };
  await Promise.all(requestIds.map(one));
  return { claimed, others };
}

// A crowded machine may take its time; how a store answers late is another test's matter.
const patienceMs = 20_000;

function storeOf({ SQLITE_FILE = '', REDIS_URL, POSTGRES_URL, MYSQL_URL }: NodeJS.ProcessEnv): SendStore {
  if (REDIS_URL) return new RedisSendStore({ redis: REDIS_URL, commandTimeoutMs: patienceMs });
  if (POSTGRES_URL) return new PostgresSendStore({ url: POSTGRES_URL, statementTimeoutMs: patienceMs });
  if (MYSQL_URL) return new MysqlSendStore({ url: MYSQL_URL, statementTimeoutMs: patienceMs });
  return new SqliteSendStore({ file: SQLITE_FILE, busyTimeoutMs: patienceMs });
}

main(storeOf(process.env));
