import { type Clock, systemClock } from '../clock/clock.js';
import { TokenError } from '../errors/errors.js';
import { Telemetry } from '../telemetry/telemetry.js';
import { type CallerBounds, waitWithin } from './bounded-wait.js';
import { ConflictWatch } from './conflict-watch.js';
import { type CredentialOptions, type CredentialSettings, credentialSettings } from './credential-options.js';
import type { CredentialSource } from './credential-source.js';
import { FailureMemory } from './failure-memory.js';
import { FleetRefresh } from './fleet-refresh.js';
import { GrowingDelay } from './growing-delay.js';
import type { HeldCredential } from './held-credential.js';
import type { RefreshReason } from './replacement-fetch.js';
import type { TokenLock, TokenStore } from './token-store.js';

/** What a credential works with. Store and lock stay their owner's to close. */
export interface SharedCredentialParts extends CredentialOptions {
  readonly store: TokenStore;
  readonly lock: TokenLock;
  readonly clock?: Clock | undefined;
  readonly telemetry?: Telemetry | undefined;
}

/** What a health check may know. Reading it never fetches anything. */
export type CredentialHealth =
  | { readonly state: 'none'; readonly failure: TokenError | undefined }
  | {
      /** `due`: still good, a refresh is to come with the next call. */
      readonly state: 'fresh' | 'due' | 'expired';
      /** Since the platform gave it out. */
      readonly ageMs: number;
      /** Until it is used no longer; 0 when expired. */
      readonly remainingMs: number;
      readonly failure: TokenError | undefined;
    };

/** Least time from one background refresh to the next, however short the lifetimes are that the platform gives. */
const backgroundSpacingMs = 1_000;
const longestBackgroundSpacingMs = 60_000;

/**
 * A credential that all processes of an account share: an access token or a ticket.
 *
 * `get` answers from memory. The refresh begins before the expiry, once for the whole fleet, and callers meanwhile are
 * served the old token. Only with no usable token at all does a caller wait. Nothing is fetched before the first `get`,
 * and nothing runs when nobody asks.
 */
export class SharedCredential {
  readonly #source: CredentialSource;
  readonly #clock: Clock;
  readonly #telemetry: Telemetry;
  readonly #settings: CredentialSettings;
  readonly #failures: FailureMemory;
  readonly #refresh: FleetRefresh;
  readonly #conflicts: ConflictWatch;
  readonly #closing = new AbortController();
  readonly #backgroundDelay = new GrowingDelay(backgroundSpacingMs, longestBackgroundSpacingMs);

  #held: HeldCredential | undefined;
  /** The last token that the platform turned down. It is not taken back from anywhere. */
  #rejected: { readonly value: string; readonly errcode: number } | undefined;
  #flight: Promise<HeldCredential | undefined> | undefined;
  #nextBackgroundAtMs = Number.NEGATIVE_INFINITY;

  /** @throws {ConfigError} where a time is not a positive whole number */
  constructor(source: CredentialSource, parts: SharedCredentialParts) {
    const { store, lock, clock = systemClock, telemetry = new Telemetry(), ...options } = parts;
    this.#source = source;
    this.#clock = clock;
    this.#telemetry = telemetry;
    this.#settings = credentialSettings(options);
    this.#failures = new FailureMemory(clock);
    this.#conflicts = new ConflictWatch(clock);
    this.#refresh = new FleetRefresh({
      source,
      store,
      lock,
      clock,
      telemetry,
      settings: this.#settings,
      failures: this.#failures,
      closing: this.#closing.signal,
    });
  }

  /** The source's key, for messages. */
  get key(): string {
    return this.#source.key;
  }

  /**
   * A usable credential: at once while the copy in memory is good, else a promise.
   *
   * The promise rejects with `TokenError`, or with `DeadlineError` where this caller's signal ends its wait.
   */
  get(bounds?: CallerBounds): string | Promise<string> {
    const held = this.#held;
    if (held === undefined) return this.#wait(bounds);
    const nowMs = this.#clock.monotonic();
    if (nowMs < held.refreshAtMs) return held.value;
    if (nowMs >= held.unusableAtMs) return this.#wait(bounds);
    this.#refreshInBackground(nowMs);
    return held.value;
  }

  /**
   * A call came back with a token error. Answers the credential to replay it with, once: another one that is known
   * already, else one fetched for the whole fleet.
   *
   * @param value the credential that the failed call carried
   * @throws {TokenError} also where forced refreshes are used up for now; the hint says until when
   */
  async rejected(value: string, errcode: number, bounds?: CallerBounds): Promise<string> {
    this.#drop(value, errcode);
    return this.#wait(bounds);
  }

  /** What is known of the credential, for health checks. */
  peek(): CredentialHealth {
    const held = this.#held;
    const failure = this.#failures.current();
    if (held === undefined) return { state: 'none', failure };
    const nowMs = this.#clock.monotonic();
    const state = nowMs < held.refreshAtMs ? 'fresh' : nowMs < held.unusableAtMs ? 'due' : 'expired';
    const remainingMs = Math.max(0, held.unusableAtMs - nowMs);
    return { state, ageMs: nowMs - held.givenAtMs, remainingMs, failure };
  }

  /** Ends a refresh under way and fails whoever waits for it. Resolves when nothing runs any more. */
  async close(): Promise<void> {
    this.#closing.abort(
      new TokenError(`the client of ${this.key} was closed`, { hint: 'Close it after its last call.' }),
    );
    await this.#flight?.catch(() => undefined);
    this.#held = undefined;
  }

  #wait(bounds: CallerBounds = {}): Promise<string> {
    return waitWithin(this.#obtain(), bounds);
  }

  /** Joins the refresh under way or starts one; goes on where that one left off for another, or brought a refused one. */
  async #obtain(): Promise<string> {
    for (;;) {
      const usable = this.#usable();
      if (usable !== undefined) return usable;
      this.#closing.signal.throwIfAborted();
      const reason = this.#rejected === undefined ? 'missing' : 'rejected';
      const held = await (this.#flight ?? this.#start(reason, true));
      if (held !== undefined && held.value !== this.#rejected?.value) return held.value;
    }
  }

  #usable(): string | undefined {
    const held = this.#held;
    return held !== undefined && this.#clock.monotonic() < held.unusableAtMs ? held.value : undefined;
  }

  #refreshInBackground(nowMs: number): void {
    if (this.#flight !== undefined || nowMs < this.#nextBackgroundAtMs) return;
    this.#nextBackgroundAtMs = nowMs + this.#backgroundDelay.next();
    void this.#start('expiring', false);
  }

  #start(reason: RefreshReason, waits: boolean): Promise<HeldCredential | undefined> {
    const { value: rejected, errcode } = this.#rejected ?? {};
    const old = this.#held;
    const oldTokenRemainingMs = () =>
      old === undefined || old !== this.#held ? 0 : Math.max(0, old.unusableAtMs - this.#clock.monotonic());
    const flight = this.#refresh
      .run({ reason, rejected, errcode, waits, oldTokenRemainingMs })
      .then((held) => this.#adopt(held))
      .finally(() => {
        this.#flight = undefined;
      });
    // A background refresh may fail with nobody waiting; telemetry has told of it.
    flight.catch(() => undefined);
    this.#flight = flight;
    return flight;
  }

  #adopt(held: HeldCredential | undefined): HeldCredential | undefined {
    if (held === undefined || held.value === this.#rejected?.value) return undefined;
    this.#held = held;
    this.#rejected = undefined;
    this.#backgroundDelay.reset();
    this.#tellAdopted(held);
    return held;
  }

  #tellAdopted({ givenAtMs, lifetimeMs }: HeldCredential): void {
    const ageMs = this.#clock.monotonic() - givenAtMs;
    this.#telemetry.emit({ type: 'token.adopted', key: this.key, ageMs, lifetimeMs });
  }

  /** Only the copy that failed is dropped: a burst of late failures must not take the new one away. */
  #drop(value: string, errcode: number): void {
    const held = this.#held;
    if (held !== undefined && held.value !== value) return;
    // A straggler with a still older token must not make us forget the latest one that failed.
    if (held === undefined && this.#rejected !== undefined) return;
    if (held !== undefined && this.#fetchesEndOthers()) this.#noteEarlyEnd(held);
    this.#held = undefined;
    this.#rejected = { value, errcode };
  }

  #fetchesEndOthers(): boolean {
    const { mode, endsPrevious = mode === 'classic' } = this.#source;
    return endsPrevious;
  }

  #noteEarlyEnd({ value, lifetimeMs, unusableAtMs }: HeldCredential): void {
    if (this.#clock.monotonic() >= unusableAtMs || !this.#conflicts.note(value, lifetimeMs)) return;
    this.#telemetry.emit({
      type: 'warned',
      topic: 'token.conflict',
      message: `tokens of ${this.key} are refused long before they expire: something else fetches tokens for this account. Use stable mode where there is one, or let all environments share one token.`,
    });
  }
}
