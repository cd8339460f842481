import type { Clock } from '../clock/clock.js';
import { TokenError } from '../errors/errors.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { CredentialSettings } from './credential-options.js';
import type { CredentialSource } from './credential-source.js';
import type { FailureMemory } from './failure-memory.js';
import { GrowingDelay } from './growing-delay.js';
import { type HeldCredential, holdCredential } from './held-credential.js';
import { type Fetched, type FetchTask, ReplacementFetch } from './replacement-fetch.js';
import { decodeRefusal } from './token-failure.js';
import type { StoredToken, TokenLock, TokenStore } from './token-store.js';

export interface FleetRefreshParts {
  readonly source: CredentialSource;
  readonly store: TokenStore;
  readonly lock: TokenLock;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly settings: CredentialSettings;
  readonly failures: FailureMemory;
  /** Aborts when the credential closes. */
  readonly closing: AbortSignal;
}

export interface RefreshTask extends FetchTask {
  /** Whether to wait where another process is at it. Without: `undefined` is answered. */
  readonly waits: boolean;
}

/** What the shared store says to somebody who wants a credential. */
type Look =
  | { readonly type: 'found'; readonly credential: HeldCredential }
  | { readonly type: 'refused'; readonly error: TokenError }
  | { readonly type: 'nothing' };

/**
 * One refresh for the whole fleet: look into the store, take the lock, look again, fetch, write with a fence.
 * Who finds the lock held watches the store instead. Where the store or the lock cannot be asked, the process fetches
 * for itself.
 */
export class FleetRefresh {
  readonly #parts: FleetRefreshParts;
  readonly #fetch: ReplacementFetch;

  constructor(parts: FleetRefreshParts) {
    this.#parts = parts;
    this.#fetch = new ReplacementFetch(parts);
  }

  /** @throws {TokenError} */
  async run(task: RefreshTask): Promise<HeldCredential | undefined> {
    try {
      const seen = await this.#lookBeforeFetch(task);
      return seen ?? (await this.#runUnderLock(task));
    } catch (error) {
      if (!(error instanceof StoreSilentError)) throw error;
      this.#report(error);
      this.#throwIfFailed();
      return this.#fetchAlone(task);
    }
  }

  async #lookBeforeFetch(task: RefreshTask): Promise<HeldCredential | undefined> {
    const look = await this.#look(task);
    if (look.type === 'found') return look.credential;
    // After the look: another process may have been luckier than this one.
    this.#throwIfFailed();
    if (look.type === 'refused') throw look.error;
    if (task.rejected !== undefined) await this.#invalidate(task.rejected, task.errcode);
    return undefined;
  }

  /** Tries the lock when it looks free, and else watches the store, asking less and less often. */
  async #runUnderLock(task: RefreshTask): Promise<HeldCredential | undefined> {
    const { clock, lock, source, settings } = this.#parts;
    // Whoever holds the lock may have to wait for its turn as well.
    const turnMs = this.#fetch.longestTurnMs(task);
    const giveUpAtMs = clock.monotonic() + settings.waitMs + turnMs;
    const leaseMs = settings.lockLeaseMs + turnMs;
    const pollDelay = new GrowingDelay(20, 500);
    for (;;) {
      const answer = await lock.tryRun(source.key, leaseMs, () => this.#refreshAsHolder(task));
      if (answer.type === 'done') return answer.result;
      if (answer.type === 'unreachable') throw new StoreSilentError('lock', 'acquire', answer.cause);
      if (!task.waits) return undefined;
      const seen = await this.#timed(() => this.#watch(task, pollDelay, giveUpAtMs));
      if (seen !== undefined) return seen;
    }
  }

  /** Tells how long one holder of the lock was waited for, also where it was in vain. */
  async #timed<Result>(wait: () => Promise<Result>): Promise<Result> {
    const { clock, telemetry, source } = this.#parts;
    const startedAtMs = clock.monotonic();
    try {
      return await wait();
    } finally {
      telemetry.emit({ type: 'lock.waited', key: source.key, waitMs: clock.monotonic() - startedAtMs });
    }
  }

  /** Watches the store until a credential is there. `undefined`: the lock is free again and nothing came. */
  async #watch(
    task: RefreshTask,
    pollDelay: GrowingDelay,
    giveUpAtMs: number,
  ): Promise<HeldCredential | undefined> {
    const { clock, lock, source, closing } = this.#parts;
    for (;;) {
      if (clock.monotonic() >= giveUpAtMs) throw this.#waitedInVain(task);
      await clock.sleep(pollDelay.next(), closing);
      const [look, leaseMs] = await Promise.all([
        this.#look(task),
        lock.remainingMs(source.key).catch((cause) => throwSilent('lock', 'remaining', cause)),
      ]);
      if (look.type === 'found') return look.credential;
      if (look.type === 'refused') throw look.error;
      if (leaseMs === 0) return undefined;
    }
  }

  async #refreshAsHolder(task: RefreshTask): Promise<HeldCredential> {
    const { store, source } = this.#parts;
    const asked = await Promise.all([this.#look(task), store.takeFence(source.key)]).catch((cause) => {
      this.#report(cause instanceof StoreSilentError ? cause : new StoreSilentError('token', 'fence', cause));
      return undefined;
    });
    if (asked === undefined) return this.#fetchAlone(task);
    const [look, fence] = asked;
    if (look.type === 'found') return look.credential;
    if (look.type === 'refused') throw look.error;
    return this.#write(await this.#fetch.run(task), fence);
  }

  /** The fetched token is good whether or not it could be stored; only a newer one in the store is better. */
  async #write(fetched: Fetched, fence: number): Promise<HeldCredential> {
    const { store, source, clock } = this.#parts;
    const { value, lifetimeMs, startedAtMs } = fetched;
    try {
      const writtenAtMs = clock.monotonic();
      const ageMs = writtenAtMs - startedAtMs;
      const { written, current } = await store.write(source.key, { value, lifetimeMs, ageMs, fence });
      if (!written && current !== undefined) return this.#hold(current, writtenAtMs);
    } catch (cause) {
      this.#report(new StoreSilentError('token', 'write', cause));
    }
    return this.#holdFetched(fetched);
  }

  /** Without the store: each process has a token of its own, which in stable mode is the same one. */
  async #fetchAlone(task: RefreshTask): Promise<HeldCredential> {
    return this.#holdFetched(await this.#fetch.run(task));
  }

  async #look(task: RefreshTask): Promise<Look> {
    const { store, source, clock } = this.#parts;
    const askedAtMs = clock.monotonic();
    const [token, refusal] = await Promise.all([
      store.read(source.key),
      store.readRefusal(source.refusalKey ?? source.key),
    ]).catch((cause) => throwSilent('token', 'read', cause));
    const credential = token === undefined ? undefined : this.#hold(token, askedAtMs);
    if (credential !== undefined && isWanted(credential, task, askedAtMs))
      return { type: 'found', credential };
    if (refusal !== undefined) return { type: 'refused', error: decodeRefusal(refusal, source.key) };
    return { type: 'nothing' };
  }

  async #invalidate(value: string, errcode: number | undefined): Promise<void> {
    const { store, source, telemetry } = this.#parts;
    const removed = await store
      .invalidate(source.key, value)
      .catch((cause) => throwSilent('token', 'invalidate', cause));
    if (removed) telemetry.emit({ type: 'token.invalidated', key: source.key, errcode });
  }

  #hold(token: StoredToken, askedAtMs: number): HeldCredential {
    return holdCredential(token, askedAtMs, this.#parts.settings.marginMs);
  }

  #holdFetched({ value, lifetimeMs, startedAtMs }: Fetched): HeldCredential {
    const lifetime = { value, lifetimeMs, remainingMs: lifetimeMs };
    return holdCredential(lifetime, startedAtMs, this.#parts.settings.marginMs);
  }

  #throwIfFailed(): void {
    const failure = this.#parts.failures.current();
    if (failure !== undefined) throw failure;
  }

  #report({ store, operation, message }: StoreSilentError): void {
    this.#parts.telemetry.emit({ type: 'store.trouble', store, operation, message });
  }

  #waitedInVain(task: RefreshTask): TokenError {
    const { source, settings } = this.#parts;
    const waitMs = settings.waitMs + this.#fetch.longestTurnMs(task);
    return new TokenError(`no credential for ${source.key} within ${waitMs} ms of waiting`, {
      hint: 'Another process holds the refresh and does not finish; see its log for token.refresh-failed.',
    });
  }
}

/** A token that is due still serves somebody who has none; to somebody who has it already it is no news. */
function isWanted(credential: HeldCredential, task: RefreshTask, nowMs: number): boolean {
  if (credential.value === task.rejected) return false;
  return nowMs < (task.reason === 'expiring' ? credential.refreshAtMs : credential.unusableAtMs);
}

/** The shared store or lock cannot be asked: a reason to go on alone, never a caller's error. */
class StoreSilentError extends Error {
  readonly store: 'token' | 'lock';
  readonly operation: string;

  constructor(store: 'token' | 'lock', operation: string, cause: unknown) {
    super(reasonOf(cause));
    this.store = store;
    this.operation = operation;
  }
}

/** What the server or its client said; our own error only says that it could not be asked. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'not reachable';
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function throwSilent(store: 'token' | 'lock', operation: string, cause: unknown): never {
  throw new StoreSilentError(store, operation, cause);
}
