import { keyText } from '../key-text.js';
import type { Step } from './step.js';
import type { StepResult } from './step-batch.js';

interface Waiting {
  readonly step: Step<unknown>;
  readonly key: string;
  readonly since: number;
  readonly end: (result: StepResult) => void;
}

export interface StepLanesOptions {
  /** Transactions under way at once. */
  readonly lanes: number;
  /** A step that has waited longer for its turn fails: the database does not keep up. */
  readonly patienceMs: number;
  /** One result for each step. */
  readonly run: (steps: readonly Step<unknown>[]) => Promise<readonly StepResult[]>;
}

const mostSteps = 256;
/** Well below what a MySQL takes as one packet. */
const mostBytes = 2_000_000;

/**
 * Gathers the steps that are asked for while transactions are under way, so that they go together in the next one: the
 * more there is to do, the fewer transactions a step costs. A record is never in two of them, and its steps keep their
 * order.
 */
export class StepLanes {
  readonly #options: StepLanesOptions;
  readonly #busyKeys = new Set<string>();
  #waiting: Waiting[] = [];
  #underWay = 0;
  #isScheduled = false;
  #idle: (() => void)[] = [];

  constructor(options: StepLanesOptions) {
    this.#options = options;
  }

  async run<Answer>(step: Step<Answer>): Promise<Answer> {
    const result = await new Promise<StepResult>((end) => {
      this.#waiting.push({ step, key: keyText(step.key), since: performance.now(), end });
      this.#schedule();
    });
    if ('error' in result) throw result.error;
    // It came from this step.
    return result.answer as Answer;
  }

  /** Resolves when nothing is waiting or under way. */
  async settled(): Promise<void> {
    if (this.#waiting.length === 0 && this.#underWay === 0) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** After the callbacks of this turn: what they ask for goes along. */
  #schedule(): void {
    if (this.#isScheduled || this.#underWay >= this.#options.lanes) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#dispatch();
    });
  }

  #dispatch(): void {
    this.#dropLate();
    while (this.#underWay < this.#options.lanes) {
      const batch = this.#take();
      if (batch.length === 0) return;
      void this.#runBatch(batch);
    }
  }

  #dropLate(): void {
    const latest = performance.now() - this.#options.patienceMs;
    if (this.#waiting[0] === undefined || this.#waiting[0].since > latest) return;
    const late = this.#waiting.filter(({ since }) => since <= latest);
    this.#waiting = this.#waiting.filter(({ since }) => since > latest);
    const error = new Error(`no turn within ${this.#options.patienceMs} ms`);
    for (const { end } of late) end({ error });
  }

  #take(): Waiting[] {
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    const leftKeys = new Set(this.#busyKeys);
    let bytes = 0;
    for (const waiting of this.#waiting) {
      const hasRoom =
        batch.length < mostSteps && (batch.length === 0 || bytes + waiting.step.bytes <= mostBytes);
      if (!hasRoom || leftKeys.has(waiting.key)) {
        left.push(waiting);
        leftKeys.add(waiting.key);
        continue;
      }
      bytes += waiting.step.bytes;
      batch.push(waiting);
    }
    this.#waiting = left;
    return batch;
  }

  async #runBatch(batch: readonly Waiting[]): Promise<void> {
    this.#underWay += 1;
    for (const { key } of batch) this.#busyKeys.add(key);
    const results = await this.#options
      .run(batch.map(({ step }) => step))
      .catch((error: unknown) => batch.map(() => ({ error })));
    for (const { key } of batch) this.#busyKeys.delete(key);
    this.#underWay -= 1;
    for (const [index, { end }] of batch.entries()) end(results[index] ?? { error: new Error('no result') });
    if (this.#waiting.length > 0) this.#schedule();
    else if (this.#underWay === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }
}
