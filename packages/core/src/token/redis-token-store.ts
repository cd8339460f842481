import { StoreUnavailableError } from '../errors/errors.js';
import type { LuaScriptName } from '../redis/lua.generated.js';
import type { RedisConnection } from '../redis/redis-connection.js';
import { redisKeys } from '../redis/redis-keys.js';
import type { ForceAnswer, StoredToken, TokenStore, TokenWrite, WriteAnswer } from './token-store.js';

/** Longer than any token lives and than any holder stays paused. */
const fenceMemoryMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Shares tokens through Redis. Lifetimes are the server's expiry times, so hosts whose clocks disagree still agree.
 * Every method rejects with `StoreUnavailableError` where Redis cannot be asked.
 */
export class RedisTokenStore implements TokenStore {
  readonly #connection: RedisConnection;
  readonly #account: string;

  /** @param account names the hash tag under which the keys stand; the connection stays its owner's to close */
  constructor(connection: RedisConnection, account: string) {
    this.#connection = connection;
    this.#account = account;
  }

  async read(key: string): Promise<StoredToken | undefined> {
    return parseToken(await this.#run('token-read', [this.#key(key)], []));
  }

  async takeFence(key: string): Promise<number> {
    return toNumber(await this.#run('token-take-fence', [this.#key(key, 'fence')], [fenceMemoryMs]));
  }

  async write(key: string, token: TokenWrite): Promise<WriteAnswer> {
    const { value, fence } = token;
    const lifetimeMs = Math.round(token.lifetimeMs);
    const remainingMs = Math.max(1, Math.floor(token.lifetimeMs - token.ageMs));
    const answer = await this.#run(
      'token-write',
      [this.#key(key), this.#key(key, 'fence')],
      [value, lifetimeMs, remainingMs, fence, fenceMemoryMs],
    );
    const [written, ...stored] = toArray(answer);
    return { written: written === 1, current: stored.length === 0 ? undefined : parseToken(stored) };
  }

  async invalidate(key: string, value: string): Promise<boolean> {
    return (await this.#run('token-invalidate', [this.#key(key)], [value])) === 1;
  }

  async takeForce(key: string, minIntervalMs: number, maxPerDay: number): Promise<ForceAnswer> {
    const keys = [this.#key(key, 'forced')];
    const retryAfterMs = toNumber(await this.#run('token-take-force', keys, [minIntervalMs, maxPerDay]));
    return retryAfterMs > 0 ? { allowed: false, retryAfterMs } : { allowed: true };
  }

  async writeRefusal(key: string, refusal: string, forMs: number): Promise<void> {
    await this.#run('token-write-refusal', [this.#key(key, 'refusal')], [refusal, Math.ceil(forMs)]);
  }

  async readRefusal(key: string): Promise<string | undefined> {
    const refusal = await this.#run('token-read-refusal', [this.#key(key, 'refusal')], []);
    return typeof refusal === 'string' ? refusal : undefined;
  }

  async close(): Promise<void> {}

  #key(key: string, ...part: string[]): string {
    return redisKeys.token(this.#account, key, ...part);
  }

  async #run(script: LuaScriptName, keys: readonly string[], args: readonly (string | number)[]) {
    try {
      return await this.#connection.run(script, keys, args);
    } catch (cause) {
      throw new StoreUnavailableError(`the token store cannot be asked (${script})`, {
        store: 'token',
        cause,
        hint: 'Check that Redis is up and reachable; until then each process goes on with a token of its own.',
      });
    }
  }
}

function parseToken(answer: unknown): StoredToken | undefined {
  if (answer === null || answer === undefined) return undefined;
  const [value, lifetimeMs, version, remainingMs] = toArray(answer);
  return {
    value: String(value),
    lifetimeMs: toNumber(lifetimeMs),
    version: toNumber(version),
    remainingMs: Math.max(0, toNumber(remainingMs)),
  };
}

function toArray(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer;
  throw unreadable(answer);
}

function toNumber(answer: unknown): number {
  const number = Number(answer);
  if (Number.isFinite(number)) return number;
  throw unreadable(answer);
}

function unreadable(answer: unknown): StoreUnavailableError {
  return new StoreUnavailableError(`the token store answered ${typeof answer} where it should not`, {
    store: 'token',
    hint: 'Something other than Wetempo wrote to its keys (`wetempo:{…}:token:…`); remove them.',
  });
}
