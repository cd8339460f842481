import type { PushCounts, PushResult } from './push-result.js';
import { noCounts } from './push-result.js';
import type { PushTrouble } from './push-run.js';

/** More kinds than any platform has codes for: messages of errors are no part of a kind. */
const mostKinds = 200;
const fewIds = 5;

/** Of an end other than `sent`: what ends are told apart by. */
export type TroubleKind = Pick<PushTrouble, 'state' | 'code' | 'errcode' | 'message'>;

/** `undefined` for what was sent. */
function troubleOf(result: PushResult): TroubleKind | undefined {
  switch (result.state) {
    case 'sent':
      return undefined;
    case 'failed':
    case 'unknown': {
      const { state, code, errcode, message } = result;
      return { state, code, errcode, message };
    }
    case 'invalid':
      return { state: result.state, code: 'VALIDATION', errcode: undefined, message: result.message };
    case 'not-sent':
      return { state: result.state, code: result.code, errcode: undefined, message: result.message };
  }
}

/** The counts with one more end. */
function countedWith(counts: PushCounts, result: PushResult): PushCounts {
  const replayed = result.state === 'sent' && result.replayed ? 1 : 0;
  return { ...counts, [result.state]: counts[result.state] + 1, replayed: counts.replayed + replayed };
}

/** All ends together; `replayed` ones are among the sent. */
export function endedOf(counts: PushCounts): number {
  return counts.sent + counts.failed + counts.unknown + counts.invalid + counts['not-sent'];
}

/** Ends of messages, counted and sorted by kind. Its size does not grow with their number. */
export class PushTally {
  #counts: PushCounts = noCounts;
  readonly #troubles = new Map<string, PushTrouble>();

  add(result: PushResult): void {
    this.#counts = countedWith(this.#counts, result);
    const kind = troubleOf(result);
    if (kind !== undefined) this.#note(kind, result.requestId);
  }

  get counts(): PushCounts {
    return this.#counts;
  }

  /** Most frequent first. */
  get troubles(): readonly PushTrouble[] {
    return [...this.#troubles.values()].sort((a, b) => b.count - a.count);
  }

  #note(kind: TroubleKind, requestId: string): void {
    const key = `${kind.state} ${kind.code} ${kind.errcode}`;
    const known = this.#troubles.get(key) ?? { ...kind, count: 0, requestIds: [] };
    if (known.count === 0 && this.#troubles.size >= mostKinds) return;
    const requestIds = known.requestIds.length < fewIds ? [...known.requestIds, requestId] : known.requestIds;
    this.#troubles.set(key, { ...known, count: known.count + 1, requestIds });
  }
}
