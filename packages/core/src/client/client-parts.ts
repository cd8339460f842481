import { ConfigError } from '../errors/errors.js';
import { LimitPolicy } from '../rate-limit/limit-policy.js';
import type { LimitStore } from '../rate-limit/limit-store.js';
import { MemoryLimitStore } from '../rate-limit/memory-limit-store.js';
import { RateLimiter } from '../rate-limit/rate-limiter.js';
import { RedisLimitStore } from '../rate-limit/redis-limit-store.js';
import { RedisConnection } from '../redis/redis-connection.js';
import { RetryBudget } from '../retry/retry-budget.js';
import { createSendStore } from '../send/create-send-store.js';
import type { SendStore } from '../send/send-store.js';
import type { CredentialSource } from '../token/credential-source.js';
import { openProcessTokens, type TokenBackend } from '../token/process-tokens.js';
import { RedisTokenStore } from '../token/redis-token-store.js';
import { RedlockTokenLock } from '../token/redlock-token-lock.js';
import { SharedCredential } from '../token/shared-credential.js';
import { type AxiosTransport, createTransport } from '../transport/axios-transport.js';
import { VerdictTable } from '../verdict/judge.js';
import { accessTokenSource } from './access-token-source.js';
import type { CallEndpoint } from './api-client.js';
import { CallLoop } from './call-loop.js';
import type { ClientSettings } from './client-settings.js';
import { LimitReporter } from './limit-reporter.js';
import { MessageSender } from './message-sender.js';
import type { Account, Platform } from './platform.js';

/** Between its admission and its end, a call may have to wait for a token, and then for its answer. */
const tokenWaitMs = 20_000;

/** What a call goes through, opened and wired. */
export interface OpenParts {
  readonly loop: CallLoop;
  readonly sender: MessageSender;
  readonly store: SendStore;
  readonly accessToken: SharedCredential;
  readonly tokens: TokenBackend;
}

/** Opens what a client works with when it is first needed, and closes what it opened. */
export class ClientParts {
  readonly #platform: Platform;
  readonly #account: Account;
  readonly #settings: ClientSettings;
  readonly #call: CallEndpoint;
  readonly #policy: LimitPolicy;
  readonly #verdicts: VerdictTable;
  /** Made at once, so that a wrong option shows; it opens nothing before the first message. */
  readonly #store: SendStore;
  /** Made at once, so that its axios instance is there for interceptors, and a wrong address shows. */
  readonly transport: AxiosTransport;
  #opening: Promise<OpenParts> | undefined;
  #opened: OpenParts | undefined;
  readonly #closers: (() => Promise<void>)[] = [];
  #closed = false;

  /** @throws {ConfigError} for options that only show to be wrong when something is made of them */
  constructor(platform: Platform, account: Account, settings: ClientSettings, call: CallEndpoint) {
    this.#platform = platform;
    this.#account = account;
    this.#settings = settings;
    this.#call = call;
    this.#policy = new LimitPolicy(settings.limits, platform.defaultLimits);
    warnOfUnknownNames(platform, settings);
    this.#verdicts = new VerdictTable(platform.errcodes, settings.verdicts);
    const { baseUrl, proxy, adapter, clock, redis, sendStore, telemetry } = settings;
    this.#store = createSendStore(sendStore, { redis, clock, telemetry });
    this.transport = createTransport({ baseUrl, proxy, adapter, clock });
  }

  /** Answers without a promise once everything is open: this stands in the way of every call. */
  open(): OpenParts | Promise<OpenParts> {
    if (this.#opened !== undefined) return this.#opened;
    if (this.#closed) return Promise.reject(closedError(this.#platform));
    this.#opening ??= this.#openAll().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  /** Gives late settlements `graceMs`; the connections close after whoever uses them. */
  async close(graceMs: number): Promise<void> {
    this.#closed = true;
    const opened = await this.#opening?.catch(() => undefined);
    await opened?.sender.close(graceMs);
    await opened?.accessToken.close();
    await this.#store.close();
    for (const close of this.#closers.splice(0).reverse()) await close();
    await this.transport.close();
  }

  async #openAll(): Promise<OpenParts> {
    const { settings, account } = { settings: this.#settings, account: this.#account.key };
    const { clock, telemetry, timeoutMs } = settings;
    const redis = await this.#openRedis();
    const tokens = await this.#openTokens(redis);
    const limiter = this.#makeLimiter(redis);
    const store = this.#store;
    const accessToken = this.#makeAccessToken(tokens);
    const loop = new CallLoop({
      account,
      clock,
      telemetry,
      timeoutMs,
      limiter,
      accessToken,
      transport: this.transport,
      verdicts: this.#verdicts,
      limitReporter: this.#makeLimitReporter(limiter),
      retry: settings.retryPolicy,
      budget: new RetryBudget({
        share: settings.retryPolicy.budgetShare,
        reserve: settings.retryPolicy.budgetReserve,
        clock,
      }),
    });
    const sender = new MessageSender({
      account,
      clock,
      telemetry,
      store,
      loop,
      verdicts: this.#verdicts,
      timeoutMs,
    });
    this.#opened = { loop, sender, store, accessToken, tokens };
    return this.#opened;
  }

  async #openRedis(): Promise<RedisConnection | undefined> {
    if (this.#settings.redis === undefined) return undefined;
    const redis = await RedisConnection.open(this.#settings.redis);
    this.#closers.push(() => redis.close());
    return redis;
  }

  async #openTokens(redis: RedisConnection | undefined): Promise<TokenBackend> {
    const { baseUrl, clock, telemetry, token } = this.#settings;
    const account = this.#account.key;
    // A service of the user's own is the one truth; a second shared copy would only be staler.
    if (redis === undefined || token?.mode === 'external') {
      const backend = openProcessTokens(baseUrl, clock);
      this.#closers.push(() => backend.close());
      return backend;
    }
    const store = new RedisTokenStore(redis, account);
    const lock = await RedlockTokenLock.open({ connection: redis, account, telemetry });
    return { store, lock, close: () => store.close() };
  }

  #makeLimiter(redis: RedisConnection | undefined): RateLimiter {
    const { clock, telemetry, timeoutMs } = this.#settings;
    const store: LimitStore =
      redis === undefined
        ? new MemoryLimitStore(clock)
        : new RedisLimitStore(redis, { ownsConnection: false });
    this.#closers.push(() => store.close());
    return new RateLimiter({
      store,
      policy: this.#policy,
      account: this.#account.key,
      clock,
      telemetry,
      inFlightMs: timeoutMs + tokenWaitMs,
    });
  }

  #makeLimitReporter(limiter: RateLimiter): LimitReporter {
    const { clock, telemetry } = this.#settings;
    const ask = this.#platform.remainingDailyQuota;
    const askDailyQuota = ask === undefined ? undefined : (path: string) => ask(this.#call, path);
    return new LimitReporter({ account: this.#account.key, clock, telemetry, limiter, askDailyQuota });
  }

  #makeAccessToken(tokens: TokenBackend): SharedCredential {
    const { clock, telemetry, token } = this.#settings;
    const source: CredentialSource = accessTokenSource(this.#account, this.#call, this.#verdicts, token);
    const { mode: _mode, fetch: _fetch, ...options } = token ?? {};
    return new SharedCredential(source, {
      store: tokens.store,
      lock: tokens.lock,
      clock,
      telemetry,
      ...options,
    });
  }
}

export function closedError({ name }: Platform): ConfigError {
  return new ConfigError(`${name}: the client is closed`, { hint: 'Close it after its last call.' });
}

/** A misspelt name would limit nothing. No error, since the name of an endpoint of the user's own is not known here. */
function warnOfUnknownNames(
  { endpoints, name: platform }: Platform,
  { limits, telemetry }: ClientSettings,
): void {
  const known = new Set(endpoints.map((endpoint) => endpoint.name));
  for (const name of Object.keys(limits?.endpoints ?? {})) {
    if (known.has(name)) continue;
    const message = `limits.endpoints: ${platform} declares no endpoint "${name}"; a misspelt name limits nothing`;
    telemetry.emit({ type: 'warned', topic: 'limits-unknown-endpoint', message });
  }
}
