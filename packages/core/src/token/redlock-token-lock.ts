import type { RedisConnection } from '../redis/redis-connection.js';
import { redisKeys } from '../redis/redis-keys.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { LockAnswer, TokenLock } from './token-store.js';

/** What is used of redlock; its own types are hidden from our users' compilers. */
interface Locker {
  acquire(keys: string[], leaseMs: number): Promise<Held>;
}
interface Held {
  release(): Promise<unknown>;
}

export interface RedlockTokenLockOptions {
  /** Fails fast, as `RedisConnection` does; stays its owner's to close. */
  readonly connection: RedisConnection;
  /** Names the hash tag under which the keys stand. */
  readonly account: string;
  /** Hears of locks that were lost or could not be given back. */
  readonly telemetry?: Telemetry | undefined;
}

/**
 * Runs one refresh at a time across processes, by redlock.
 *
 * The lock saves fetches; it does not guard the store. A holder that is paused past its lease is stopped by the fence.
 */
export class RedlockTokenLock implements TokenLock {
  readonly #locker: Locker;
  readonly #connection: RedisConnection;
  readonly #account: string;
  readonly #telemetry: Telemetry | undefined;
  readonly #releases = new Set<Promise<void>>();

  private constructor(locker: Locker, options: RedlockTokenLockOptions) {
    this.#locker = locker;
    this.#connection = options.connection;
    this.#account = options.account;
    this.#telemetry = options.telemetry;
  }

  static async open(options: RedlockTokenLockOptions): Promise<RedlockTokenLock> {
    const { default: Redlock } = await import('redlock');
    // Waiting is done by watching the store, with a bound of our own; redlock itself asks once.
    const locker = new Redlock([options.connection.client], { retryCount: 0 });
    return new RedlockTokenLock(locker, options);
  }

  async tryRun<Result>(
    key: string,
    leaseMs: number,
    work: () => Promise<Result>,
  ): Promise<LockAnswer<Result>> {
    let held: Held;
    try {
      held = await this.#locker.acquire([this.#key(key)], Math.ceil(leaseMs));
    } catch (error) {
      return classify(error);
    }
    try {
      return { type: 'done', result: await work() };
    } finally {
      this.#release(key, held);
    }
  }

  async remainingMs(key: string): Promise<number> {
    return Math.max(0, await this.#connection.client.pttl(this.#key(key)));
  }

  async close(): Promise<void> {
    await Promise.all(this.#releases);
  }

  #key(key: string): string {
    return redisKeys.token(this.#account, key, 'lock');
  }

  /** The result is there already: nobody waits for the release, and a failed one only costs others the lease. */
  #release(key: string, held: Held): void {
    const release = held
      .release()
      .then(() => undefined)
      .catch((error: unknown) => this.#reportLoss(key, error))
      .finally(() => this.#releases.delete(release));
    this.#releases.add(release);
  }

  async #reportLoss(key: string, error: unknown): Promise<void> {
    const { type } = await classify(error);
    const message =
      type === 'held'
        ? `the lease of ${key} ended before its work did; the fence decides which token stays`
        : `the lock of ${key} could not be released; it ends with its lease`;
    this.#telemetry?.emit({ type: 'store.trouble', store: 'lock', operation: 'release', message });
  }
}

/**
 * redlock reports one `ExecutionError` for everything. What the servers said stands in its attempts:
 * a key that is not (or no longer) ours, or a failed command.
 */
async function classify(error: unknown): Promise<LockAnswer<never>> {
  for (const attempt of attemptsOf(error)) {
    const { votesAgainst } = await attempt;
    const failures = [...votesAgainst.values()].filter(({ name }) => name !== 'ResourceLockedError');
    if (failures.length > 0) return { type: 'unreachable', cause: failures[0] };
    if (votesAgainst.size > 0) return { type: 'held' };
  }
  return { type: 'unreachable', cause: error };
}

interface Attempt {
  readonly votesAgainst: ReadonlyMap<unknown, Error>;
}

/** Read by shape, not by class: two copies of redlock may meet in one process. */
function attemptsOf(error: unknown): readonly Promise<Attempt>[] {
  if (!(error instanceof Error) || error.name !== 'ExecutionError') return [];
  const attempts: unknown = Reflect.get(error, 'attempts');
  return Array.isArray(attempts) ? attempts : [];
}
