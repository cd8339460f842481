import type { Clock } from '../clock/clock.js';
import { systemClock } from '../clock/clock.js';
import type { ForceAnswer, StoredToken, TokenStore, TokenWrite, WriteAnswer } from './token-store.js';

const dayMs = 24 * 60 * 60 * 1000;

interface Expiring<Value> {
  readonly value: Value;
  readonly expiresAtMs: number;
}

/** All that is known of one key. */
interface Entry {
  token?: Expiring<Pick<StoredToken, 'value' | 'lifetimeMs' | 'version'>> | undefined;
  refusal?: Expiring<string> | undefined;
  takenFence: number;
  writtenFence: number;
  /** Moments of the forced refreshes of the last day, newest first. */
  forcedAtMs: readonly number[];
}

/** Shares tokens within one process. A restart forgets them, which costs one fetch. */
export class MemoryTokenStore implements TokenStore {
  readonly #entries = new Map<string, Entry>();
  readonly #clock: Clock;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  async read(key: string): Promise<StoredToken | undefined> {
    return this.#current(this.#entry(key));
  }

  async takeFence(key: string): Promise<number> {
    const entry = this.#entry(key);
    entry.takenFence += 1;
    return entry.takenFence;
  }

  async write(key: string, token: TokenWrite): Promise<WriteAnswer> {
    const entry = this.#entry(key);
    const written = token.fence >= entry.writtenFence;
    if (written) {
      const { value, lifetimeMs, fence } = token;
      entry.writtenFence = fence;
      const expiresAtMs = this.#clock.monotonic() + lifetimeMs - token.ageMs;
      entry.token = { value: { value, lifetimeMs, version: fence }, expiresAtMs };
    }
    return { written, current: this.#current(entry) };
  }

  async invalidate(key: string, value: string): Promise<boolean> {
    const entry = this.#entry(key);
    if (this.#current(entry)?.value !== value) return false;
    entry.token = undefined;
    return true;
  }

  async takeForce(key: string, minIntervalMs: number, maxPerDay: number): Promise<ForceAnswer> {
    const entry = this.#entry(key);
    const nowMs = this.#clock.monotonic();
    const newest = entry.forcedAtMs[0] ?? Number.NEGATIVE_INFINITY;
    const oldestOfDay = entry.forcedAtMs[maxPerDay - 1] ?? Number.NEGATIVE_INFINITY;
    const retryAfterMs = Math.max(newest + minIntervalMs, oldestOfDay + dayMs) - nowMs;
    if (retryAfterMs > 0) return { allowed: false, retryAfterMs };
    entry.forcedAtMs = [nowMs, ...entry.forcedAtMs].slice(0, maxPerDay);
    return { allowed: true };
  }

  async writeRefusal(key: string, refusal: string, forMs: number): Promise<void> {
    this.#entry(key).refusal = { value: refusal, expiresAtMs: this.#clock.monotonic() + forMs };
  }

  async readRefusal(key: string): Promise<string | undefined> {
    const { refusal } = this.#entry(key);
    return refusal !== undefined && refusal.expiresAtMs > this.#clock.monotonic() ? refusal.value : undefined;
  }

  async close(): Promise<void> {
    this.#entries.clear();
  }

  #entry(key: string): Entry {
    const entry = this.#entries.get(key) ?? { takenFence: 0, writtenFence: 0, forcedAtMs: [] };
    this.#entries.set(key, entry);
    return entry;
  }

  #current({ token }: Entry): StoredToken | undefined {
    if (token === undefined) return undefined;
    const remainingMs = token.expiresAtMs - this.#clock.monotonic();
    return remainingMs > 0 ? { ...token.value, remainingMs } : undefined;
  }
}
