import { setTimeout as sleep } from 'node:timers/promises';
import { RedisConnection } from '../../src/redis/redis-connection.js';
import type { CredentialSource, FetchedCredential } from '../../src/token/credential-source.js';
import { RedisTokenStore } from '../../src/token/redis-token-store.js';
import { RedlockTokenLock } from '../../src/token/redlock-token-lock.js';
import { SharedCredential } from '../../src/token/shared-credential.js';

/** What the parent may ask for: so many calls at once, each of which has met a token error where `rejected` is given. */
export interface TokenJob {
  readonly account: string;
  readonly platformUrl: string;
  readonly calls: number;
  readonly rejected?: string;
}

export interface TokenJobAnswer {
  /** Distinct tokens, or messages of errors. */
  readonly outcomes: readonly string[];
}

/** One process of a fleet: tokens shared through Redis, fetched from the parent's platform over HTTP. */
async function main(redisUrl: string, lockLeaseMs: number): Promise<void> {
  const connection = await RedisConnection.open(redisUrl);
  const credentials = new Map<string, SharedCredential>();
  const open = async ({ account, platformUrl }: TokenJob) => {
    const store = new RedisTokenStore(connection, account);
    const lock = await RedlockTokenLock.open({ connection, account });
    return new SharedCredential(httpSource(account, platformUrl), { store, lock, lockLeaseMs });
  };
  const handle = async (job: TokenJob | 'reconnect') => {
    if (job === 'reconnect') return untilConnected(connection);
    const credential = credentials.get(job.account) ?? (await open(job));
    credentials.set(job.account, credential);
    return run(credential, job);
  };
  process.on('message', (job: TokenJob | 'reconnect') => {
    void handle(job).then((answer) => process.send?.(answer));
  });
  process.send?.('ready');
}

async function untilConnected({ client }: RedisConnection): Promise<string> {
  while ((await client.ping().catch(() => 'down')) !== 'PONG') await sleep(20);
  return 'connected';
}

async function run(credential: SharedCredential, { calls, rejected }: TokenJob): Promise<TokenJobAnswer> {
  const call = async () => (rejected === undefined ? credential.get() : credential.rejected(rejected, 40001));
  const outcomes = await Promise.all(Array.from({ length: calls }, () => call().catch(String)));
  return { outcomes: [...new Set(outcomes)] };
}

function httpSource(account: string, platformUrl: string): CredentialSource {
  return {
    key: account,
    mode: 'stable',
    supportsForce: true,
    fetch: async ({ force, signal }) => {
      const response = await fetch(`${platformUrl}/?force=${force}`, { signal });
      return (await response.json()) as FetchedCredential;
    },
    refusalScope: () => undefined,
  };
}

await main(process.env.REDIS_URL ?? '', Number(process.env.LOCK_LEASE_MS));
