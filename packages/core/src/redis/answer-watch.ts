/** A command that nobody has answered yet. */
interface Unanswered {
  readonly since: number;
  readonly reject: (error: Error) => void;
}

/** How often the answers are looked for, in parts of the time-out. */
const looksPerTimeout = 4;
/** A process that is this busy for this long is in trouble of its own; then the time-out counts all the same. */
const mostExcuses = 8;

/**
 * Gives up on answers that do not come. One timer for all commands, since most are answered within a millisecond.
 *
 * A busy process reads its answers late and must not take that for a dead server: where the timer itself was late, what
 * has arrived meanwhile is read first.
 */
export class AnswerWatch {
  readonly #timeoutMs: number;
  readonly #onGivenUp: (error: Error) => void;
  readonly #unanswered = new Set<Unanswered>();
  #timer: NodeJS.Timeout | undefined;
  #dueAt = 0;
  #excuses = 0;

  /** @param onGivenUp told of every answer that did not come */
  constructor(timeoutMs: number, onGivenUp: (error: Error) => void = () => undefined) {
    this.#timeoutMs = timeoutMs;
    this.#onGivenUp = onGivenUp;
  }

  /** Settles like `answer`, or rejects once it is overdue. */
  within<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const entry: Unanswered = { since: performance.now(), reject };
      this.#unanswered.add(entry);
      if (this.#timer === undefined) this.#arm();
      answer.then(
        (value) => {
          this.#unanswered.delete(entry);
          resolve(value);
        },
        (error: unknown) => {
          this.#unanswered.delete(entry);
          reject(error);
        },
      );
    });
  }

  #arm(): void {
    const delayMs = this.#timeoutMs / looksPerTimeout;
    this.#dueAt = performance.now() + delayMs;
    this.#timer = setTimeout(() => this.#look(), delayMs).unref();
  }

  #look(): void {
    this.#timer = undefined;
    const nowMs = performance.now();
    const isLate = nowMs - this.#dueAt > this.#timeoutMs / looksPerTimeout / 2;
    this.#excuses = isLate ? this.#excuses + 1 : 0;
    if (!isLate || this.#excuses > mostExcuses) this.#giveUpOn(nowMs - this.#timeoutMs);
    if (this.#unanswered.size > 0) this.#arm();
  }

  /** Entries stand in the order in which they came. */
  #giveUpOn(olderThan: number): void {
    for (const entry of this.#unanswered) {
      if (entry.since > olderThan) return;
      this.#unanswered.delete(entry);
      const error = new Error(`no answer within ${this.#timeoutMs} ms`);
      entry.reject(error);
      this.#onGivenUp(error);
    }
  }
}
