/** A command that nobody has answered yet. */
interface Unanswered {
  /** Without the time that was lost before. */
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
 * A busy process asks and reads late and must not take that for a dead server. The time by which the timer itself was
 * late is nobody's waiting time: it may have passed before the command was even written. And after it, what has arrived
 * meanwhile is read first.
 */
export class AnswerWatch {
  readonly #timeoutMs: number;
  readonly #onGivenUp: (error: Error) => void;
  readonly #unanswered = new Set<Unanswered>();
  #timer: NodeJS.Timeout | undefined;
  #dueAt = 0;
  /** How long the process was too busy for the timer, all in all. */
  #lostMs = 0;
  #excuses = 0;

  /** @param onGivenUp told of every answer that did not come */
  constructor(timeoutMs: number, onGivenUp: (error: Error) => void = () => undefined) {
    this.#timeoutMs = timeoutMs;
    this.#onGivenUp = onGivenUp;
  }

  /** Settles like `answer`, or rejects once it is overdue. */
  within<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const entry: Unanswered = { since: performance.now() - this.#lostMs, reject };
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
    const lateMs = performance.now() - this.#dueAt;
    this.#lostMs += Math.max(0, lateMs);
    const isLate = lateMs > this.#timeoutMs / looksPerTimeout / 2;
    this.#excuses = isLate ? this.#excuses + 1 : 0;
    if (!isLate || this.#excuses > mostExcuses)
      this.#giveUpOn(performance.now() - this.#lostMs - this.#timeoutMs);
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
