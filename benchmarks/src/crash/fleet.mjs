import { AskedProcess } from '../processes/asked-process.mjs';

/** The processes of one round. One that is killed is followed by a new one, which begins from nothing. */
export class Fleet {
  #start;
  #workers = [];
  #failures = [];

  /** @param start opens a process: `(process, rank) => promise` of a function that does the work */
  constructor(url, start) {
    this.#start = (rank) => {
      const worker = {
        process: new AskedProcess(url),
        isDone: false,
        isAtWork: false,
        isKilled: false,
        isPaused: false,
      };
      const begun = start(worker.process, rank).then((work) => {
        worker.isAtWork = true;
        return work();
      });
      worker.work = begun.then(
        () => {
          worker.isDone = true;
        },
        (error) => {
          if (!worker.isKilled) this.#failures.push(error);
        },
      );
      return worker;
    };
  }

  get size() {
    return this.#workers.length;
  }

  get isDone() {
    return this.#workers.every(({ isDone }) => isDone);
  }

  /** What went wrong in processes that nobody had killed. */
  get failures() {
    return this.#failures;
  }

  fill(size) {
    while (this.#workers.length < size) this.#workers.push(this.#start(this.#workers.length));
  }

  /**
   * Kills a process and starts another one in its place. One that sleeps is spared, for it shall wake up; and one that has
   * not begun: on a slow machine nobody would ever get on.
   */
  async replace(index) {
    const { [index]: victim } = this.#workers;
    if (victim.isPaused || !victim.isAtWork) return false;
    victim.isKilled = true;
    await victim.process.kill();
    await victim.work;
    this.#workers[index] = this.#start(index);
    return true;
  }

  /** Answers what lets it go on. */
  pause(index) {
    const { [index]: sleeper } = this.#workers;
    sleeper.isPaused = true;
    sleeper.process.pause();
    return () => {
      sleeper.isPaused = false;
      sleeper.process.resume();
    };
  }

  async end() {
    for (const worker of this.#workers) worker.isKilled = true;
    await Promise.all(this.#workers.map(({ process, isDone }) => (isDone ? process.end() : process.kill())));
  }
}
