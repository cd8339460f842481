import type { AnyMessageEndpoint } from '../../endpoint/endpoint.js';
import { invalidEndOf } from '../check-entry.js';
import { checkPushPlan } from '../check-push-settings.js';
import type { HasPushClient } from '../push-client.js';
import { entryFrom } from '../push-entry.js';
import type { PushPlan } from '../push-plan.js';
import type { InvalidResult } from '../push-result.js';
import { SeenIds } from './seen-ids.js';

/** What a push would meet before anything leaves. */
export interface DryRunReport {
  readonly total: number;
  readonly valid: number;
  readonly invalid: number;
  /**
   * Of the valid ones: how many have a `requestId` that came before. Only the first of them goes out; another payload under
   * it is not sent. Counted among the first two million ids.
   */
  readonly duplicates: number;
}

export interface DryRunOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told of each item that can be no message, with its line where it has one; the walk waits for what it gives back. */
  readonly onInvalid?: ((result: InvalidResult) => unknown) | undefined;
}

/** 64 MB at most, for a file of any size. */
const mostIds = 2_000_000;
const itemsPerTurn = 256;

/**
 * Walks the items of a plan and checks each as a push would, without sending, claiming or counting anything.
 *
 * @throws {ConfigError} naming each wrong setting, or where the source cannot be read
 * @throws the signal's reason as soon as it aborts
 */
export async function dryRun<E extends AnyMessageEndpoint>(
  { client }: HasPushClient,
  plan: PushPlan<E>,
  { signal, onInvalid }: DryRunOptions = {},
): Promise<DryRunReport> {
  const { endpoint, items } = checkPushPlan(plan, 'dryRun');
  const seen = new SeenIds(mostIds);
  const counts = { total: 0, valid: 0, invalid: 0, duplicates: 0 };
  for await (const value of items) {
    signal?.throwIfAborted();
    counts.total += 1;
    const entry = entryFrom(value, counts.total);
    const problem = invalidEndOf(client, endpoint, entry);
    if (problem === undefined) counts.valid += 1;
    else {
      counts.invalid += 1;
      await onInvalid?.(problem);
    }
    if (problem === undefined && seen.sawBefore(entry.requestId)) counts.duplicates += 1;
    if (counts.total % itemsPerTurn === 0) await new Promise(setImmediate);
  }
  return counts;
}
