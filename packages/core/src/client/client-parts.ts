import { ConfigError } from '../errors/errors.js';
import type { LimitDesk } from '../rate-limit/fleet/limit-desk.js';
import type { LimitStore } from '../rate-limit/limit-store.js';
import { MemoryLimitStore } from '../rate-limit/memory-limit-store.js';
import { RedisLimitStore } from '../rate-limit/redis-limit-store.js';
import { RedisConnection } from '../redis/redis-connection.js';
import { RetryBudget } from '../retry/retry-budget.js';
import { createSendStore } from '../send/create-send-store.js';
import { MemorySendStore } from '../send/memory-send-store.js';
import type { SendStore } from '../send/send-store.js';
import { type CredentialOptions, credentialSettings } from '../token/credential-options.js';
import { openProcessTokens, type TokenBackend } from '../token/process-tokens.js';
import { RedisTokenStore } from '../token/redis-token-store.js';
import { RedlockTokenLock } from '../token/redlock-token-lock.js';
import { SharedCredential } from '../token/shared-credential.js';
import { type AxiosTransport, createTransport } from '../transport/axios-transport.js';
import { VerdictTable } from '../verdict/judge.js';
import { accessTokenSource } from './access-token-source.js';
import type { CallEndpoint } from './api-client.js';
import { CallLoop } from './call-loop.js';
import type { ClientSettings, TokenOptions } from './client-settings.js';
import { MessageSender } from './message-sender.js';
import { type OpenPace, Pace } from './pace.js';
import type { Account, Platform } from './platform.js';
import { SendQueue, type SendQueueParts } from './send-queue/send-queue.js';

/** Announcing a message to its store, between the admission and the attempt. */
const announceMs = 1_000;

/** What a call goes through, opened and wired. */
export interface OpenParts {
  readonly loop: CallLoop;
  readonly sender: MessageSender;
  readonly store: SendStore;
  readonly accessToken: SharedCredential;
  readonly tokens: TokenBackend;
  readonly desk: LimitDesk;
}

/** What the client itself does for its parts. */
export interface ClientActions extends Pick<SendQueueParts, 'resume'> {
  readonly call: CallEndpoint;
}

/** Opens what a client works with when it is first needed, and closes what it opened. */
export class ClientParts {
  readonly #platform: Platform;
  readonly #account: Account;
  readonly #settings: ClientSettings;
  readonly #call: CallEndpoint;
  readonly #verdicts: VerdictTable;
  /** Made at once, so that a wrong limit shows. */
  readonly pace: Pace;
  /** Made at once, so that a wrong option shows; it opens nothing before the first message. */
  readonly #store: SendStore;
  /** Made at once, so that a wrong address shows. */
  readonly transport: AxiosTransport;
  readonly queue: SendQueue;
  #opening: Promise<OpenParts> | undefined;
  #opened: OpenParts | undefined;
  readonly #closers: (() => Promise<void>)[] = [];
  #closed = false;

  /** @throws {ConfigError} for options that only show to be wrong when something is made of them */
  constructor(platform: Platform, account: Account, settings: ClientSettings, actions: ClientActions) {
    this.#platform = platform;
    this.#account = account;
    this.#settings = settings;
    this.#call = actions.call;
    this.pace = new Pace({ platform, account, settings, call: actions.call });
    this.#verdicts = new VerdictTable(platform.errcodes, settings.verdicts);
    const { baseUrl, proxy, adapter, clock, redis, sendStore, telemetry } = settings;
    this.#store = createSendStore(sendStore, { redis, clock, telemetry });
    this.transport = createTransport({ baseUrl, proxy, adapter, clock });
    this.queue = this.#makeQueue(actions);
  }

  /** Answers without a promise once everything is open: this stands in the way of every call. */
  open(): OpenParts | Promise<OpenParts> {
    if (this.#opened !== undefined) return this.#opened;
    if (this.#closed) return Promise.reject(closedError(this.#platform));
    this.#opening ??= this.#openAll().catch(async (error: unknown) => {
      await this.#closeOpened();
      // What stood in the way may be gone by the next call.
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  /** Gives late settlements `graceMs`; the connections close after whoever uses them. */
  async close(graceMs: number): Promise<void> {
    this.#closed = true;
    const opened = await this.#opening?.catch(() => undefined);
    await closeEach([
      () => this.queue.close(),
      () => opened?.sender.close(graceMs),
      () => opened?.accessToken.close(),
      () => this.#store.close(),
      () => this.#closeOpened(),
      () => this.transport.close(),
    ]);
  }

  /** In reverse: what was opened last may use what was opened before it. */
  #closeOpened(): Promise<void> {
    return closeEach(this.#closers.splice(0).reverse());
  }

  async #openAll(): Promise<OpenParts> {
    await this.transport.open();
    const redis = await this.#openRedis();
    const tokens = await this.#openTokens(redis);
    const store = this.#store;
    const accessToken = this.#makeAccessToken(tokens);
    const pace = await this.#openPace(redis);
    const loop = this.#makeLoop(pace, accessToken);
    const onQueued = (dueInMs: number) => this.queue.noted(dueInMs);
    const sender = new MessageSender({ ...this.#shared(), store, loop, onQueued });
    this.#opened = { loop, sender, store, accessToken, tokens, desk: pace.desk };
    if (this.pace.policy.mayQueue) this.queue.start();
    return this.#opened;
  }

  /** What nearly every part works with. */
  #shared() {
    const { clock, telemetry, timeoutMs } = this.#settings;
    return { account: this.#account.key, clock, telemetry, timeoutMs, verdicts: this.#verdicts };
  }

  #makeQueue({ resume }: ClientActions): SendQueue {
    const { clock, telemetry } = this.#settings;
    return new SendQueue({
      account: this.#account.key,
      clock,
      telemetry,
      store: this.#store,
      isInMemory: this.#store instanceof MemorySendStore,
      settings: () => this.pace.policy.queue,
      resume,
    });
  }

  #makeLoop({ limiter, desk, reporter }: OpenPace, accessToken: SharedCredential): CallLoop {
    const { pace } = this;
    const { clock } = this.#settings;
    return new CallLoop({
      ...this.#shared(),
      limiter,
      desk,
      limitReporter: reporter,
      accessToken,
      transport: this.transport,
      sealer: this.#settings.sealer,
      circuits: pace.circuits,
      // A policy file may change it while the client runs.
      get retry() {
        return pace.retry;
      },
      budget: new RetryBudget({
        clock,
        get share() {
          return pace.retry.budgetShare;
        },
        get reserve() {
          return pace.retry.budgetReserve;
        },
      }),
    });
  }

  async #openRedis(): Promise<RedisConnection | undefined> {
    if (this.#settings.redis === undefined) return undefined;
    const redis = await RedisConnection.open(this.#settings.redis);
    this.#closers.push(() => redis.close());
    return redis;
  }

  async #openTokens(redis: RedisConnection | undefined): Promise<TokenBackend> {
    const { baseUrl, clock, token } = this.#settings;
    // A service of the user's own is the one truth; a second shared copy would only be staler.
    const isShared = redis !== undefined && token?.mode !== 'external';
    const tokens = isShared ? await this.#redisTokens(redis) : openProcessTokens(baseUrl, clock);
    this.#closers.push(() => tokens.close());
    return tokens;
  }

  async #redisTokens(connection: RedisConnection): Promise<TokenBackend> {
    const account = this.#account.key;
    const { telemetry } = this.#settings;
    const lock = await RedlockTokenLock.open({ connection, account, telemetry });
    return { store: new RedisTokenStore(connection, account), lock, close: () => lock.close() };
  }

  async #openPace(redis: RedisConnection | undefined): Promise<OpenPace> {
    const { clock, timeoutMs, token } = this.#settings;
    const stopFollowing = await this.pace.followFile();
    this.#closers.push(async () => stopFollowing());
    const store: LimitStore =
      redis === undefined
        ? new MemoryLimitStore(clock)
        : new RedisLimitStore(redis, { ownsConnection: false });
    const { waitMs } = credentialSettings(credentialOptionsOf(token));
    const opened = this.pace.open(store, waitMs + announceMs + timeoutMs);
    this.#closers.push(
      () => opened.limiter.close(),
      () => opened.desk.close(),
    );
    return opened;
  }

  #makeAccessToken({ store, lock }: TokenBackend): SharedCredential {
    const { clock, telemetry, token } = this.#settings;
    const source = accessTokenSource(this.#account, this.#call, this.#verdicts, token);
    return new SharedCredential(source, { store, lock, clock, telemetry, ...credentialOptionsOf(token) });
  }
}

function credentialOptionsOf({
  mode: _mode,
  fetch: _fetch,
  ...options
}: TokenOptions = {}): CredentialOptions {
  return options;
}

export function closedError({ name }: Platform): ConfigError {
  return new ConfigError(`${name}: the client is closed`, { hint: 'Close it after its last call.' });
}

/** One that fails keeps none of the others open; the first failure is told when all are through. */
async function closeEach(closers: readonly (() => Promise<void> | undefined)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers) await close()?.catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
