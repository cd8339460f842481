interface Waiting {
  readonly run: () => unknown;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** One transaction holds the lock and this process' event loop, so it ends after so many steps. */
const mostPerGroup = 256;

/**
 * Puts the steps that are asked for in one turn of the event loop into one transaction: what takes time is the commit, not
 * the step. Nobody hears of their step before it is committed, and a step that fails fails alone.
 */
export class GroupCommit {
  readonly #atomically: (steps: () => void) => void;
  #waiting: Waiting[] = [];
  #isAwaited = false;

  /** @param atomically runs steps as one transaction: all of them, or none where it throws */
  constructor(atomically: (steps: () => void) => void) {
    this.#atomically = atomically;
  }

  /** Runs a step with others; more than once where another one made the transaction fail. */
  run<Answer>(step: () => Answer): Promise<Answer> {
    const committed = new Promise<unknown>((resolve, reject) => {
      this.#waiting.push({ run: step, resolve, reject });
    });
    this.#await();
    return committed as Promise<Answer>;
  }

  /** Runs what is waiting now. */
  flush(): void {
    while (this.#waiting.length > 0) this.#commit(this.#waiting.splice(0, mostPerGroup));
  }

  #await(): void {
    if (this.#isAwaited) return;
    this.#isAwaited = true;
    // Behind the input of this turn: the steps that it asks for are then in one group.
    setImmediate(() => {
      this.#isAwaited = false;
      this.#commit(this.#waiting.splice(0, mostPerGroup));
      if (this.#waiting.length > 0) this.#await();
    });
  }

  #commit(group: readonly Waiting[]): void {
    try {
      const answers = this.#runTogether(group);
      for (const [index, { resolve }] of group.entries()) resolve(answers[index]);
    } catch (error) {
      // Where no step has run, the others would wait for the lock as long and as much in vain.
      if (error instanceof NotBegun) rejectAll(group, error.cause);
      else if (group.length === 1) rejectAll(group, error);
      else this.#commitHalves(group);
    }
  }

  #runTogether(group: readonly Waiting[]): readonly unknown[] {
    let answers: readonly unknown[] = [];
    this.#atomically(() => {
      answers = group.map(({ run }) => run());
    });
    return answers;
  }

  /** Finds the step that failed, and commits the others. */
  #commitHalves(group: readonly Waiting[]): void {
    const middle = Math.ceil(group.length / 2);
    this.#commit(group.slice(0, middle));
    this.#commit(group.slice(middle));
  }
}

function rejectAll(group: readonly Waiting[], reason: unknown): void {
  for (const { reject } of group) reject(reason);
}

/** The transaction could not begin, so no step has run. */
export class NotBegun extends Error {
  constructor(cause: unknown) {
    super('the transaction did not begin', { cause });
  }
}
