/** Does things of one name one after the other, and those of different names side by side. */
export class InOrder {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Rejects as `task` does; what comes after it goes on. */
  run<Result>(name: string, task: () => Promise<Result>): Promise<Result> {
    const done = (this.#last.get(name) ?? Promise.resolve()).then(task, task);
    this.#last.set(name, done);
    const forget = () => {
      if (this.#last.get(name) === done) this.#last.delete(name);
    };
    done.then(forget, forget);
    return done;
  }
}
