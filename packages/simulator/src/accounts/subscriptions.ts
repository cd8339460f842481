/** One-time grants of subscription messages: one accept is one send, and accepts add up. */
export class Subscriptions {
  readonly #grants = new Map<string, number>();

  grant(openid: string, templateId: string, times: number): void {
    const key = keyOf(openid, templateId);
    this.#grants.set(key, (this.#grants.get(key) ?? 0) + times);
  }

  /** Uses one grant up; false when there is none. */
  take(openid: string, templateId: string): boolean {
    const key = keyOf(openid, templateId);
    const left = this.#grants.get(key) ?? 0;
    if (left > 0) this.#grants.set(key, left - 1);
    return left > 0;
  }
}

function keyOf(openid: string, templateId: string): string {
  return `${openid} ${templateId}`;
}
