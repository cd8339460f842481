import { randomBytes } from 'node:crypto';
import { Fences } from '../fences.js';
import { keyText } from '../key-text.js';
import type { SqlDatabase, SqlDialect, SqlTransaction } from './sql-database.js';
import { type RecordRow, type SqlRecord, toRow } from './sql-rows.js';
import type { Step, StepScene } from './step.js';

/** What became of one step of a transaction. */
export type StepResult = { readonly answer: unknown } | { readonly error: unknown };

/** The answer to a commit was lost: its steps may have taken effect with these results. */
class DoubtfulCommit extends Error {
  constructor(
    readonly stamp: string,
    readonly results: readonly StepResult[],
    cause: unknown,
  ) {
    super('the answer to a commit was lost', { cause });
  }
}

/** A step of which nobody knows whether it took effect. */
export class DoubtfulStep extends Error {
  /** @param result where it did */
  constructor(
    readonly stamp: string,
    readonly result: StepResult | undefined,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : 'the answer to a commit was lost', { cause });
  }
}

/** Runs steps as one transaction each time, as often as it takes. */
export class StepBatches {
  readonly #dialect: SqlDialect;
  readonly #open: () => Promise<SqlDatabase>;
  readonly #fences = new Fences();
  readonly #process = randomBytes(9).toString('base64url');
  #transactions = 0;

  readonly #patienceMs: number;

  /** @param patienceMs after which nothing is tried again */
  constructor(dialect: SqlDialect, open: () => Promise<SqlDatabase>, patienceMs: number) {
    this.#dialect = dialect;
    this.#open = open;
    this.#patienceMs = patienceMs;
  }

  /** One result for each step. A step that the database refuses does not take the others along. */
  async run(steps: readonly Step<unknown>[]): Promise<readonly StepResult[]> {
    try {
      return await this.#untilDone(steps);
    } catch (error) {
      if (error instanceof DoubtfulCommit) {
        const { stamp, results, cause } = error;
        return steps.map((_, index) => ({ error: new DoubtfulStep(stamp, results[index], cause) }));
      }
      if (this.#failureOf(error) !== 'refused' || steps.length === 1) return steps.map(() => ({ error }));
      const results: StepResult[] = [];
      for (const step of steps) results.push(...(await this.run([step])));
      return results;
    }
  }

  async #untilDone(steps: readonly Step<unknown>[]): Promise<readonly StepResult[]> {
    const patience = new Patience(this.#patienceMs);
    let doubtful: DoubtfulCommit | undefined;
    for (;;) {
      try {
        return await this.#once(steps, doubtful);
      } catch (error) {
        if (error instanceof DoubtfulCommit) doubtful = error;
        if (!(await patience.allowsAfter(this.#failureOf(error)))) throw doubtful ?? error;
      }
    }
  }

  async #once(
    steps: readonly Step<unknown>[],
    doubtful: DoubtfulCommit | undefined,
  ): Promise<readonly StepResult[]> {
    const database = await this.#open();
    return database.transaction(async (transaction) => {
      const { records, nowUs } = await transaction.lock(distinctKeys(steps));
      // All of a transaction took effect or nothing did, so one record tells of all.
      if (doubtful !== undefined && records.some(({ stamp }) => stamp === doubtful.stamp)) {
        return doubtful.results;
      }
      const draft = new Draft(records, this.#newStamp());
      const results = draft.apply(steps, this.#scene(nowUs));
      await transaction.write(draft.changes());
      await this.#commit(transaction, draft, results);
      return results;
    });
  }

  async #commit(transaction: SqlTransaction, draft: Draft, results: readonly StepResult[]): Promise<void> {
    try {
      await transaction.commit();
    } catch (error) {
      const failure = this.#failureOf(error);
      if (failure !== 'lost' && failure !== 'late') throw error;
      throw new DoubtfulCommit(draft.stamp, results, error);
    }
  }

  #scene(nowUs: number): StepScene {
    const nowMs = Math.floor(nowUs / 1000);
    return {
      nowMs,
      // In microseconds of the database, so that those of all processes grow together.
      nextFence: (previous) => this.#fences.next(Math.max(previous, nowUs - 1), nowMs),
    };
  }

  #newStamp(): string {
    this.#transactions += 1;
    return `${this.#process}${this.#transactions.toString(36)}`;
  }

  #failureOf(error: unknown) {
    return this.#dialect.judge(error instanceof DoubtfulCommit ? error.cause : error);
  }
}

function distinctKeys(steps: readonly Step<unknown>[]) {
  const keys = new Map(steps.map(({ key }) => [keyText(key), key]));
  // In one order everywhere: transactions that want the same rows then wait for each other and do not block each other.
  return [...keys].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, key]) => key);
}

/** What the records of a transaction become. */
class Draft {
  readonly stamp: string;
  readonly #before: ReadonlyMap<string, SqlRecord>;
  readonly #after: Map<string, SqlRecord>;
  /** By key; `undefined` where the record goes. */
  readonly #rows = new Map<string, RecordRow | undefined>();

  constructor(records: readonly SqlRecord[], stamp: string) {
    this.stamp = stamp;
    this.#before = new Map(records.map((record) => [keyText(record), record]));
    this.#after = new Map(this.#before);
  }

  apply(steps: readonly Step<unknown>[], scene: StepScene): StepResult[] {
    return steps.map((step) => {
      try {
        return { answer: this.#applyOne(step, scene) };
      } catch (error) {
        // For example details that are no JSON: nothing of this step is kept, and the others go on.
        return { error };
      }
    });
  }

  #applyOne(step: Step<unknown>, scene: StepScene): unknown {
    const key = keyText(step.key);
    const { answer, record } = step.apply(this.#after.get(key), scene);
    if (record === 'remove') {
      this.#after.delete(key);
      this.#rows.set(key, undefined);
    } else if (record !== undefined) {
      this.#rows.set(key, toRow(record, this.stamp));
      this.#after.set(key, { ...record, stamp: this.stamp });
    }
    return answer;
  }

  changes() {
    const added: RecordRow[] = [];
    const changed: RecordRow[] = [];
    const removed: SqlRecord[] = [];
    for (const [key, row] of [...this.#rows].sort(([one], [other]) => (one < other ? -1 : 1))) {
      const before = this.#before.get(key);
      if (row !== undefined) (before === undefined ? added : changed).push(row);
      else if (before !== undefined) removed.push(before);
    }
    return { added, changed, removed };
  }
}

/** How often a transaction is run again, and after what pause. */
class Patience {
  readonly #until: number;
  #conflicts = 0;
  #losses = 0;

  constructor(patienceMs: number) {
    this.#until = performance.now() + patienceMs;
  }

  /** Waits where it is worth another try, and answers whether it is. */
  async allowsAfter(failure: ReturnType<SqlDialect['judge']>): Promise<boolean> {
    if (performance.now() > this.#until) return false;
    if (failure === 'conflict' && this.#conflicts < mostConflicts) {
      this.#conflicts += 1;
      await pause(2 ** Math.min(this.#conflicts, 5));
      return true;
    }
    if (failure === 'lost' && this.#losses < mostLosses) {
      this.#losses += 1;
      await pause(50 * 4 ** (this.#losses - 1));
      return true;
    }
    return false;
  }
}

const mostConflicts = 15;
/** A pool may hold several connections of before a restart; a server that is away is not waited for. */
const mostLosses = 3;

/** At least half of it: whoever collided comes back at different moments. */
function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs * (0.5 + Math.random() / 2)));
}
