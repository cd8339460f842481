import { atEndOfTurn } from './end-of-turn.js';

/** More would keep Redis from everybody else for too long: it runs one script at a time. */
const mostPerScript = 16;
/** Steps that touch many things are many in themselves. */
const mostThings = 64;

interface Waiting<Step, Answer> {
  readonly step: Step;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

interface Batch<Step, Answer> {
  readonly steps: Waiting<Step, Answer>[];
  readonly things: Set<string>;
}

/**
 * Takes the steps of one kind that are asked for in one turn of the event loop in few scripts: what takes time is the script
 * around the step, and what all steps read. Each has a fate of its own. It waits for nobody's answer, and for no more steps
 * than have been asked for by the end of the turn.
 */
export class JoinedSteps<Group, Step, Answer> {
  readonly #take: (group: Group, steps: readonly Step[]) => Promise<readonly unknown[]>;
  #waiting = new Map<Group, Batch<Step, Answer>[]>();

  /**
   * @param take runs one script for steps of one group, and answers for each of them in their order; an `Error` among the
   *   answers is the fate of that step alone
   */
  constructor(take: (group: Group, steps: readonly Step[]) => Promise<readonly (Answer | Error)[]>) {
    this.#take = take;
  }

  /**
   * Takes the step with others of its group.
   *
   * @param things names what no other step of the same script may touch
   */
  take(group: Group, step: Step, things: readonly string[]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { steps, things: touched } = this.#batchFor(group, things);
      steps.push({ step, resolve, reject });
      for (const thing of things) touched.add(thing);
    });
  }

  #batchFor(group: Group, things: readonly string[]): Batch<Step, Answer> {
    if (this.#waiting.size === 0) atEndOfTurn(() => this.#flush());
    let batches = this.#waiting.get(group);
    if (batches === undefined) {
      batches = [];
      this.#waiting.set(group, batches);
    }
    const last = batches.at(-1);
    if (last !== undefined && hasRoom(last, things)) return last;
    const fresh: Batch<Step, Answer> = { steps: [], things: new Set() };
    batches.push(fresh);
    return fresh;
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = new Map();
    for (const [group, batches] of waiting) for (const { steps } of batches) this.#run(group, steps);
  }

  #run(group: Group, steps: readonly Waiting<Step, Answer>[]): void {
    this.#take(
      group,
      steps.map(({ step }) => step),
    ).then(
      (answers) => settle(steps, answers),
      (error: unknown) => {
        for (const { reject } of steps) reject(error);
      },
    );
  }
}

function hasRoom<Step, Answer>({ steps, things }: Batch<Step, Answer>, more: readonly string[]): boolean {
  if (steps.length >= mostPerScript || things.size + more.length > mostThings) return false;
  return !more.some((thing) => things.has(thing));
}

function settle<Step, Answer>(steps: readonly Waiting<Step, Answer>[], answers: readonly unknown[]): void {
  for (const [index, { resolve, reject }] of steps.entries()) {
    const answer = answers[index];
    if (answer instanceof Error) reject(answer);
    else resolve(answer as Answer);
  }
}
