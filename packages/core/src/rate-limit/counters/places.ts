import { type ConcurrencyRule, placePollMs } from '../limit-store.js';
import { type Counter, type Instant, type Room, room } from './counter.js';

/** Bounded concurrency: who holds a place, and until when at the latest. */
export class Places implements Counter<ConcurrencyRule> {
  readonly #expiresAtById = new Map<string, number>();

  ask(rule: ConcurrencyRule, at: Instant): Room {
    if (this.#expiresAtById.size < rule.max) return room;
    this.#dropExpired(at.steadyMs);
    if (this.#expiresAtById.size < rule.max) return room;
    const earliest = Math.min(...this.#expiresAtById.values());
    return { waitMs: Math.min(earliest - at.steadyMs, placePollMs) };
  }

  holds(admissionId: string): boolean {
    return this.#expiresAtById.has(admissionId);
  }

  take(rule: ConcurrencyRule, admissionId: string, at: Instant): void {
    this.#expiresAtById.set(admissionId, at.steadyMs + 1 + rule.holdMs);
  }

  end(admissionId: string): void {
    this.#expiresAtById.delete(admissionId);
  }

  left(): undefined {}

  isIdle(at: Instant): boolean {
    this.#dropExpired(at.steadyMs);
    return this.#expiresAtById.size === 0;
  }

  #dropExpired(nowMs: number): void {
    for (const [admissionId, expiresAt] of this.#expiresAtById) {
      if (expiresAt <= nowMs) this.#expiresAtById.delete(admissionId);
    }
  }
}
