const WINDOW_MS = 60_000;

/** How many messages one openid may get within any 60 seconds. */
export class RecipientWindow {
  readonly #max: number;
  readonly #sentAt = new Map<string, number[]>();

  constructor(max: number | undefined) {
    this.#max = max ?? Number.POSITIVE_INFINITY;
  }

  /** Whether one more may go out now; it is then counted. */
  take(openid: string, nowMs: number): boolean {
    if (this.#max === Number.POSITIVE_INFINITY) return true;
    const recent = (this.#sentAt.get(openid) ?? []).filter((sentAt) => sentAt > nowMs - WINDOW_MS);
    this.#sentAt.set(openid, recent);
    if (recent.length >= this.#max) return false;
    recent.push(nowMs);
    return true;
  }
}
