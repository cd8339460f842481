import type { AnyEndpoint } from '../endpoint/endpoint.js';
import type { LimitPolicy } from '../rate-limit/limit-policy.js';
import type { AnyCallOptions, Call } from './call.js';

/** What a call does at a limit, after its own words, its group's and the queue's. */
export type LimitChoice = Pick<Call, 'onLimit' | 'maxWaitMs' | 'queues'>;

/** @param waiting how many calls stand in line in this process */
export function limitChoice(
  endpoint: AnyEndpoint,
  { onLimit, maxWaitMs, group }: AnyCallOptions,
  policy: LimitPolicy,
  waiting: () => number,
): LimitChoice {
  const chosen = onLimit ?? policy.onLimitOf(group);
  const isMessage = endpoint.message !== undefined;
  if (chosen === 'queue') {
    if (!isMessage) return { onLimit: 'wait', maxWaitMs, queues: false };
    return { onLimit: 'wait', maxWaitMs: maxWaitMs ?? policy.queue.afterMs, queues: true };
  }
  if (chosen === 'wait' && onLimit === undefined && isMessage && isCrowded(policy, waiting)) {
    return { onLimit: 'wait', maxWaitMs: 0, queues: true };
  }
  return { onLimit: chosen, maxWaitMs, queues: false };
}

function isCrowded({ queue: { whenWaiting } }: LimitPolicy, waiting: () => number): boolean {
  return whenWaiting !== undefined && waiting() > whenWaiting;
}
