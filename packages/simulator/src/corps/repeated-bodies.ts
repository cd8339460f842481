import { createHash } from 'node:crypto';

const DEFAULT_SECONDS = 1_800;
const MAX_SECONDS = 14_400;

/** What the platform remembers of a message that asked for `enable_duplicate_check`. */
interface Remembered {
  readonly answer: string;
  readonly sentAt: number;
}

/**
 * Drops a message whose whole JSON was sent before within the interval that the second one names. The page does not say how
 * the JSON is compared; here byte for byte, so a caller that changes the order of its fields is not spared.
 */
export class RepeatedBodies {
  readonly #sent = new Map<string, Remembered>();

  /** The answer of the first, where there was one. */
  find(raw: Buffer, intervalSeconds: unknown, nowMs: number): string | undefined {
    this.#forget(nowMs);
    const first = this.#sent.get(digestOf(raw));
    return first !== undefined && nowMs - first.sentAt < secondsOf(intervalSeconds) * 1_000
      ? first.answer
      : undefined;
  }

  remember(raw: Buffer, answer: string, nowMs: number): void {
    const digest = digestOf(raw);
    this.#sent.delete(digest);
    this.#sent.set(digest, { answer, sentAt: nowMs });
  }

  #forget(nowMs: number): void {
    for (const [digest, { sentAt }] of this.#sent) {
      if (nowMs - sentAt < MAX_SECONDS * 1_000) return;
      this.#sent.delete(digest);
    }
  }
}

function digestOf(raw: Buffer): string {
  return createHash('sha256').update(raw).digest('base64');
}

function secondsOf(value: unknown): number {
  return typeof value === 'number' && value > 0 ? Math.min(value, MAX_SECONDS) : DEFAULT_SECONDS;
}
