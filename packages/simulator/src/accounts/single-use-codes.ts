import { randomBytes } from 'node:crypto';

interface Kept<Value> {
  readonly value: Value;
  readonly endsAt: number;
}

/** Codes that work once and for a limited time. */
export class SingleUseCodes<Value> {
  readonly #livesMs: number;
  readonly #codes = new Map<string, Kept<Value> | 'used'>();

  constructor(livesMs: number) {
    this.#livesMs = livesMs;
  }

  issue(value: Value, nowMs: number): string {
    const code = randomBytes(24).toString('base64url');
    this.#codes.set(code, { value, endsAt: nowMs + this.#livesMs });
    return code;
  }

  /** Uses a code up. */
  redeem(code: string, nowMs: number): { readonly value: Value } | 'unknown' | 'used' | 'expired' {
    const kept = this.#codes.get(code);
    if (kept === undefined) return 'unknown';
    if (kept === 'used') return 'used';
    this.#codes.set(code, 'used');
    return nowMs < kept.endsAt ? kept : 'expired';
  }
}
