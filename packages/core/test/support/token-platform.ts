import type { Clock } from '../../src/clock/clock.js';
import { NetworkError, TokenError } from '../../src/errors/errors.js';
import type { WetempoEvent } from '../../src/telemetry/events.js';
import { Telemetry } from '../../src/telemetry/telemetry.js';
import { ManualClock } from '../../src/testing/manual-clock.js';
import type { CredentialSource, FetchedCredential, FetchRequest } from '../../src/token/credential-source.js';
import { MemoryTokenLock } from '../../src/token/memory-token-lock.js';
import { MemoryTokenStore } from '../../src/token/memory-token-store.js';
import { SharedCredential, type SharedCredentialParts } from '../../src/token/shared-credential.js';

export const appId = 'wx0000000000000001';

const overlapMs = 300_000;

interface IssuedToken {
  readonly value: string;
  readonly endsAtMs: number;
}

/** The token rules of the platform, as far as a client can notice them. */
export class TokenPlatform {
  lifetimeMs = 7_200_000;
  /** How long an answer is under way. */
  delayMs = 0;
  /** What the next fetches end with, one after the other, before the platform answers again. */
  readonly failures: Error[] = [];
  /** What every fetch ends with while it is set. */
  outage: Error | undefined;
  /** How each fetch was asked for. */
  readonly fetches: { readonly force: boolean; readonly atMs: number }[] = [];
  #issued = 0;
  #token: IssuedToken | undefined;
  /** Works on for a while beside the token that replaced it. */
  #previous: IssuedToken | undefined;
  readonly #mode: 'stable' | 'classic';
  readonly #clock: Clock;

  constructor(clock: Clock, mode: 'stable' | 'classic' = 'stable') {
    this.#clock = clock;
    this.#mode = mode;
  }

  get hits(): number {
    return this.fetches.length;
  }

  accepts(value: string): boolean {
    const issued = [this.#token, this.#previous].find((token) => token?.value === value);
    return issued !== undefined && this.#clock.monotonic() < issued.endsAtMs;
  }

  /** Replaces the token behind everybody's back, as another environment or an operator does. */
  revoke(): void {
    this.#issue(0);
  }

  source(changes: Partial<CredentialSource> = {}): CredentialSource {
    return {
      key: appId,
      mode: this.#mode,
      supportsForce: this.#mode === 'stable',
      fetch: (request) => this.#fetch(request),
      refusalScope: (error) =>
        error instanceof TokenError && error.errcode === 40125 ? 'credential' : undefined,
      ...changes,
    };
  }

  async #fetch({ force, signal }: FetchRequest): Promise<FetchedCredential> {
    this.fetches.push({ force, atMs: this.#clock.monotonic() });
    const failure = this.outage ?? this.failures.shift();
    const token = failure === undefined ? this.#answer(force) : undefined;
    if (this.delayMs > 0) await this.#clock.sleep(this.delayMs, signal);
    if (token === undefined) throw failure;
    return token;
  }

  #answer(force: boolean): FetchedCredential {
    const nowMs = this.#clock.monotonic();
    const remainingMs = (this.#token?.endsAtMs ?? 0) - nowMs;
    const keeps = this.#mode === 'stable' && !force && remainingMs > Math.min(300_000, this.lifetimeMs / 2);
    if (!keeps) this.#issue(force ? 0 : overlapMs);
    const token = this.#token ?? { value: '', endsAtMs: nowMs };
    return { value: token.value, lifetimeMs: token.endsAtMs - nowMs };
  }

  #issue(previousLivesOnMs: number): void {
    const nowMs = this.#clock.monotonic();
    this.#previous = this.#token && {
      value: this.#token.value,
      endsAtMs: Math.min(this.#token.endsAtMs, nowMs + previousLivesOnMs),
    };
    this.#issued += 1;
    this.#token = { value: `TKN_${this.#issued}`, endsAtMs: nowMs + this.lifetimeMs };
  }
}

export interface Scene {
  readonly clock: ManualClock;
  readonly platform: TokenPlatform;
  readonly store: MemoryTokenStore;
  readonly lock: MemoryTokenLock;
  readonly events: WetempoEvent[];
  /** One more process of the fleet. */
  credential(changes?: Partial<SharedCredentialParts>, source?: Partial<CredentialSource>): SharedCredential;
}

/** A fleet in one process: its members share nothing but store and lock. */
export function tokenScene(mode: 'stable' | 'classic' = 'stable'): Scene {
  const clock = new ManualClock();
  const platform = new TokenPlatform(clock, mode);
  const store = new MemoryTokenStore(clock);
  const lock = new MemoryTokenLock(clock);
  const telemetry = new Telemetry();
  const events: WetempoEvent[] = [];
  telemetry.onAny((event) => events.push(event));
  const credential: Scene['credential'] = (changes = {}, source = {}) =>
    new SharedCredential(platform.source(source), { store, lock, clock, telemetry, ...changes });
  return { clock, platform, store, lock, events, credential };
}

/** Lets the scene's clock run until `promise` settles. */
export async function within<Result>(clock: ManualClock, durationMs: number, promise: Promise<Result>) {
  let settled = false;
  const watched = promise.finally(() => {
    settled = true;
  });
  watched.catch(() => undefined);
  for (let stepMs = 0; stepMs <= durationMs && !settled; stepMs += 50) await clock.advance(50);
  if (!settled) throw new Error(`not settled within ${durationMs} ms`);
  return watched;
}

export const networkDown = () => new NetworkError('connection refused', { systemCode: 'ECONNREFUSED' });
export const wrongSecret = () =>
  new TokenError('errcode 40125 invalid appsecret', {
    errcode: 40125,
    errmsg: 'invalid appsecret',
    hint: 'Check the secret.',
  });
