import { type ConcurrencyRule, placePollMs } from '../limit-store.js';
import type { Counter, Instant } from './counter.js';

/** Bounded concurrency: who holds a place, and until when at the latest. */
export class Places implements Counter<ConcurrencyRule> {
  readonly #expiresAtById = new Map<string, number>();

  waitMs(rule: ConcurrencyRule, at: Instant): number {
    if (this.#expiresAtById.size < rule.max) return 0;
    this.#dropExpired(at.steadyMs);
    if (this.#expiresAtById.size < rule.max) return 0;
    const earliest = Math.min(...this.#expiresAtById.values());
    return Math.min(earliest - at.steadyMs, placePollMs);
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
