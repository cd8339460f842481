import type { Clock } from '../clock/clock.js';
import { isWechatError, TokenError } from '../errors/errors.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import { runWithin } from './bounded-wait.js';
import type { CredentialSettings } from './credential-options.js';
import type { CredentialSource, FetchedCredential } from './credential-source.js';
import type { FailureMemory } from './failure-memory.js';
import { MemoryTokenStore } from './memory-token-store.js';
import { asTokenError, encodeRefusal } from './token-failure.js';
import type { ForceAnswer, TokenStore } from './token-store.js';

export type RefreshReason = 'missing' | 'expiring' | 'rejected';

export interface FetchTask {
  readonly reason: RefreshReason;
  /** The token that the platform turned down: it must not come back. */
  readonly rejected: string | undefined;
  /** What the platform turned it down with. */
  readonly errcode: number | undefined;
  /** How long callers can be served the old token yet; 0 where there is none. */
  oldTokenRemainingMs(): number;
}

export interface Fetched extends FetchedCredential {
  readonly startedAtMs: number;
}

export interface ReplacementFetchParts {
  readonly source: CredentialSource;
  readonly store: TokenStore;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly settings: CredentialSettings;
  readonly failures: FailureMemory;
  readonly closing: AbortSignal;
}

/** Whose turn to fetch comes within this time waits for it. */
const longestTurnMs = 5_000;
const turnSpreadMs = 2_500;

/**
 * Asks the platform, first without force: whoever replaced the token elsewhere left a good one there. Force is used
 * only when the very token that failed comes back, and out of a ration for the whole fleet.
 */
export class ReplacementFetch {
  readonly #parts: ReplacementFetchParts;
  /** Rations this process while the shared store cannot. */
  readonly #ownRation: TokenStore;

  constructor(parts: ReplacementFetchParts) {
    this.#parts = parts;
    this.#ownRation = new MemoryTokenStore(parts.clock);
  }

  /** Every failure is remembered, so that the next caller does not ask at once again. */
  async run(task: FetchTask): Promise<Fetched> {
    try {
      const fetched = await this.#fetchOther(task);
      this.#parts.failures.clear();
      return fetched;
    } catch (cause) {
      const error = asTokenError(cause, this.#parts.source.key);
      await this.#remember(cause, error);
      this.#reportFailure(error, task);
      throw error;
    }
  }

  /** How long it may wait for its turn: the lease of the lock is meant for the fetch that follows. */
  longestTurnMs(task: FetchTask): number {
    if (!this.#needsTurn(task)) return 0;
    return Math.min(longestTurnMs, this.#parts.settings.minRefetchIntervalMs) + turnSpreadMs;
  }

  /** A classic fetch ends the token before, as a forced one does, so it is rationed as well. */
  #needsTurn({ rejected }: FetchTask): boolean {
    return rejected !== undefined && !this.#parts.source.supportsForce;
  }

  async #fetchOther(task: FetchTask): Promise<Fetched> {
    const { supportsForce } = this.#parts.source;
    const { rejected } = task;
    if (this.#needsTurn(task)) await this.#awaitRefetch();
    const first = await this.#fetchOnce(task, false);
    if (first.value !== rejected) return first;
    if (!supportsForce) throw this.#sameAgain();
    await this.#takeRation('force');
    const second = await this.#fetchOnce(task, true);
    if (second.value === rejected) throw this.#sameAgain();
    return second;
  }

  async #fetchOnce(task: FetchTask, force: boolean): Promise<Fetched> {
    const { source, clock, settings, closing, telemetry } = this.#parts;
    const startedAtMs = clock.monotonic();
    const fetched = await runWithin(
      (signal) => source.fetch({ force, signal }),
      settings.fetchTimeoutMs,
      closing,
      clock,
    );
    const durationMs = clock.monotonic() - startedAtMs;
    this.#requireAlive(fetched, durationMs);
    const { lifetimeMs } = fetched;
    telemetry.emit({
      type: 'token.refreshed',
      key: source.key,
      reason: task.reason,
      forced: force,
      lifetimeMs,
      durationMs,
    });
    return { ...fetched, startedAtMs };
  }

  #requireAlive({ lifetimeMs }: FetchedCredential, ageMs: number): void {
    if (lifetimeMs > ageMs) return;
    throw new TokenError(
      `the platform gave ${this.#parts.source.key} a credential that had already expired`,
      {
        hint: 'Check `expires_in` of the answer and how long the request took.',
      },
    );
  }

  /**
   * A turn that comes soon is waited for: to fail instead would cost every call of the process, and fetches just as often.
   * The random while on top keeps processes that end each other's tokens from fetching at the same moment again.
   */
  async #awaitRefetch(): Promise<void> {
    const { source, clock, closing } = this.#parts;
    const answer = await this.#askRation('refetch');
    if (answer.allowed) return;
    if (answer.retryAfterMs > longestTurnMs) throw rationedError(source.key, answer.retryAfterMs);
    await clock.sleep(answer.retryAfterMs + Math.random() * turnSpreadMs, closing);
    await this.#takeRation('refetch');
  }

  async #takeRation(ration: 'force' | 'refetch'): Promise<void> {
    const answer = await this.#askRation(ration);
    if (!answer.allowed) throw rationedError(this.#parts.source.key, answer.retryAfterMs);
  }

  async #askRation(ration: 'force' | 'refetch'): Promise<ForceAnswer> {
    const { source, store, settings } = this.#parts;
    const [minIntervalMs, maxPerDay] =
      ration === 'force'
        ? [settings.minForceIntervalMs, settings.maxForcesPerDay]
        : [settings.minRefetchIntervalMs, settings.maxRefetchesPerDay];
    try {
      return await store.takeForce(source.key, minIntervalMs, maxPerDay);
    } catch {
      return this.#ownRation.takeForce(source.key, minIntervalMs, maxPerDay);
    }
  }

  #sameAgain(): TokenError {
    return new TokenError(`the platform gave ${this.#parts.source.key} the very credential that it refuses`, {
      hint: 'Look whether the calls go to the account that the credential belongs to.',
    });
  }

  async #remember(cause: unknown, error: TokenError): Promise<void> {
    const { source, settings, failures } = this.#parts;
    const scope = source.refusalScope(cause);
    if (scope !== undefined) failures.note(error, settings.refusalMs);
    else if (error.retryAfterMs !== undefined)
      failures.note(error, Math.min(error.retryAfterMs, settings.refusalMs));
    else failures.note(error);
    if (scope === 'credential') await this.#tellFleet(error);
  }

  async #tellFleet(error: TokenError): Promise<void> {
    const { source, store, settings, telemetry } = this.#parts;
    await store
      .writeRefusal(source.refusalKey ?? source.key, encodeRefusal(error), settings.refusalMs)
      .catch((cause: unknown) => {
        const message = cause instanceof Error ? cause.message : 'not reachable';
        telemetry.emit({ type: 'store.trouble', store: 'token', operation: 'refusal', message });
      });
  }

  #reportFailure(error: TokenError, task: FetchTask): void {
    const root: unknown = error.cause;
    this.#parts.telemetry.emit({
      type: 'token.refresh-failed',
      key: this.#parts.source.key,
      error: isWechatError(root) ? root.code : error.code,
      errcode: error.errcode,
      oldTokenRemainingMs: task.oldTokenRemainingMs(),
    });
  }
}

/** No more forced refreshes for now: the token stays refused until the platform replaces it or the ration is back. */
function rationedError(key: string, retryAfterMs: number): TokenError {
  const seconds = Math.ceil(retryAfterMs / 1000);
  return new TokenError(
    `the platform refuses the credential of ${key}, and it was replaced too often of late`,
    {
      retryAfterMs,
      hint: `Come back in ${seconds} s. Look for something else that fetches tokens for this account, or for a wrong account in the calls.`,
    },
  );
}
