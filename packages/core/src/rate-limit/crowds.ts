import type { CallLimits } from './limit-policy.js';

/** How many calls of each tenant stand in line in this process. */
export class Crowds {
  readonly #standing = new Map<string, number>();

  /** Answers `false`, and counts nobody in, where as many stand there as may. */
  enter({ waiting }: CallLimits): boolean {
    if (waiting === undefined) return true;
    const standing = this.#standing.get(waiting.key) ?? 0;
    if (standing >= waiting.max) return false;
    this.#standing.set(waiting.key, standing + 1);
    return true;
  }

  /** With the limits that it entered by. */
  leave({ waiting }: CallLimits): void {
    if (waiting === undefined) return;
    const left = (this.#standing.get(waiting.key) ?? 1) - 1;
    if (left > 0) this.#standing.set(waiting.key, left);
    else this.#standing.delete(waiting.key);
  }
}
