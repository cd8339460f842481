import { StoreUnavailableError } from '../../errors/errors.js';
import type { LuaScriptName } from '../../redis/lua.generated.js';
import { RedisConnection, type RedisOption } from '../../redis/redis-connection.js';
import { redisKeys } from '../../redis/redis-keys.js';
import { ClaimIds } from '../../send/claim-ids.js';
import type { AbandonedEntry, CallbackInbox, InboxEntry, InboxLease, TakeAnswer } from '../callback-inbox.js';

export interface RedisCallbackInboxOptions {
  /** A URL or an ioredis client, for a connection of its own; or a connection to share, which `close` leaves open. */
  readonly redis: RedisOption | RedisConnection;
  /** Longest wait for one answer of Redis; only for a connection of its own. @default 800 */
  readonly commandTimeoutMs?: number | undefined;
}

/** The platform waits 5 s in all, and an answer should take less than one. */
const defaultTimeoutMs = 800;

/**
 * Events in Redis, shared by any number of processes: one round trip to take an event in and one to finish it. Its content
 * stands there until it is handled, its key and its reply for `rememberMs`. Everything expires.
 *
 * A Redis that lost its data does not know which events came: one whose repetition comes after that may be handled a second
 * time. Run Redis with `appendonly yes` and `maxmemory-policy noeviction` where that would hurt.
 */
export class RedisCallbackInbox implements CallbackInbox {
  readonly #options: RedisCallbackInboxOptions;
  readonly #tokens = new ClaimIds();
  #connecting: Promise<RedisConnection> | undefined;
  #closed = false;

  constructor(options: RedisCallbackInboxOptions) {
    this.#options = options;
  }

  /** Opens the connection, which the first step would open otherwise. */
  async ready(): Promise<void> {
    await this.#connect();
  }

  async take(entry: InboxEntry): Promise<TakeAnswer> {
    const { account, eventKey, content, bodyDigest, rememberMs } = entry;
    const keys = [eventOf(account, eventKey), signatureOf(account, entry.nonceKey), indexOf(account)];
    const token = this.#tokens.take(keys[0] as string);
    const durations = [whole(entry.leaseMs), whole(rememberMs), bodyDigest, whole(entry.replayMs)];
    try {
      const answer = await this.#run('callback-take', keys, [eventKey, token, content, ...durations]);
      return readTake(answer, { account, eventKey, token, rememberMs });
    } catch (error) {
      this.#tokens.doubt(keys[0] as string, token);
      throw error;
    }
  }

  async renew(lease: InboxLease, leaseMs: number): Promise<boolean> {
    const args = [lease.eventKey, lease.token, whole(leaseMs), lease.attempt, whole(lease.rememberMs)];
    return (await this.#run('callback-renew', keysOf(lease), args)) === 1;
  }

  async finish(lease: InboxLease, reply: string | undefined): Promise<boolean> {
    const args = [lease.eventKey, lease.token, whole(lease.rememberMs)];
    if (reply !== undefined) args.push(reply);
    return (await this.#run('callback-finish', keysOf(lease), args)) === 1;
  }

  async giveBack(lease: InboxLease, delayMs: number): Promise<boolean> {
    const args = [lease.eventKey, lease.token, Math.ceil(Math.max(0, delayMs)), lease.attempt];
    return (await this.#run('callback-give-back', keysOf(lease), args)) === 1;
  }

  async takeAbandoned(account: string, limit: number, leaseMs: number): Promise<readonly AbandonedEntry[]> {
    const eventKeys = toArray(await this.#run('callback-list-abandoned', [indexOf(account)], [limit]));
    const entries = await Promise.all(
      eventKeys.map((eventKey) => this.#takeUp(account, String(eventKey), leaseMs)),
    );
    return entries.filter((entry) => entry !== undefined);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const connection = await this.#connecting?.catch(() => undefined);
    if (connection !== this.#options.redis) await connection?.close();
    this.#connecting = undefined;
  }

  async #takeUp(account: string, eventKey: string, leaseMs: number): Promise<AbandonedEntry | undefined> {
    const event = eventOf(account, eventKey);
    const token = this.#tokens.take(event);
    const args = [eventKey, token, whole(leaseMs)];
    const answer = await this.#run('callback-take-abandoned', [event, indexOf(account)], args);
    if (answer === null) return undefined;
    const [attempt, rememberMs, content] = toArray(answer);
    const lease = { account, eventKey, token, attempt: Number(attempt), rememberMs: Number(rememberMs) };
    return { lease, content: String(content) };
  }

  async #run(script: LuaScriptName, keys: readonly string[], args: readonly (string | number)[]) {
    try {
      const connection = await this.#connect();
      return await connection.run(script, keys, args);
    } catch (cause) {
      throw new StoreUnavailableError(`the inbox of callbacks cannot be asked (${script})`, {
        store: 'callback',
        cause,
        hint: 'Check that Redis is up and reachable; the platform brings the event again two more times.',
      });
    }
  }

  #connect(): Promise<RedisConnection> {
    if (this.#closed) return Promise.reject(new Error('the inbox is closed'));
    this.#connecting ??= this.#open().catch((error: unknown) => {
      // What stood in the way may be gone by the next event.
      this.#connecting = undefined;
      throw error;
    });
    return this.#connecting;
  }

  async #open(): Promise<RedisConnection> {
    const { redis, commandTimeoutMs = defaultTimeoutMs } = this.#options;
    return redis instanceof RedisConnection ? redis : RedisConnection.open(redis, { commandTimeoutMs });
  }
}

function eventOf(account: string, eventKey: string): string {
  return redisKeys.callback(account, 'event', eventKey);
}

function signatureOf(account: string, nonceKey: string): string {
  return redisKeys.callback(account, 'signature', nonceKey);
}

function indexOf(account: string): string {
  return redisKeys.callback(account, 'open');
}

function keysOf({ account, eventKey }: InboxLease): string[] {
  return [eventOf(account, eventKey), indexOf(account)];
}

/** What PEXPIRE takes. */
function whole(durationMs: number): number {
  return Math.max(1, Math.ceil(durationMs));
}

function readTake(answer: unknown, lease: Omit<InboxLease, 'attempt'>): TakeAnswer {
  const [type, detail] = toArray(answer);
  if (type === 'taken') return { type, lease: { ...lease, attempt: Number(detail) } };
  if (type === 'repeated') return { type, reply: typeof detail === 'string' ? detail : undefined };
  if (type === 'replayed') return { type };
  throw unreadable();
}

function toArray(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer;
  throw unreadable();
}

function unreadable(): StoreUnavailableError {
  return new StoreUnavailableError('the inbox of callbacks answered what it should not', {
    store: 'callback',
    hint: 'Something other than Wetempo wrote to its keys (`wetempo:{…}:callback:…`); remove them.',
  });
}
