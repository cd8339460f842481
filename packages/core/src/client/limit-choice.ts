import type { AnyEndpoint } from '../endpoint/endpoint.js';
import type { AnyCallOptions, Call } from './call.js';
import type { Pace } from './pace.js';

/** What a call does at a limit, after its own words, its group's and the queue's. */
export type LimitChoice = Pick<Call, 'onLimit' | 'maxWaitMs' | 'queues'>;

/** @param pace with its policy, and how many calls stand in line in this process */
export function limitChoice(
  endpoint: AnyEndpoint,
  { onLimit, maxWaitMs, group }: AnyCallOptions,
  pace: Pick<Pace, 'policy' | 'waiting'>,
): LimitChoice {
  const { policy } = pace;
  const chosen = onLimit ?? policy.onLimitOf(group);
  const isMessage = endpoint.message !== undefined;
  if (chosen === 'queue') {
    if (!isMessage) return { onLimit: 'wait', maxWaitMs, queues: false };
    return { onLimit: 'wait', maxWaitMs: maxWaitMs ?? policy.queue.afterMs, queues: true };
  }
  if (chosen === 'wait' && onLimit === undefined && isMessage && isCrowded(pace)) {
    return { onLimit: 'wait', maxWaitMs: 0, queues: true };
  }
  return { onLimit: chosen, maxWaitMs, queues: false };
}

function isCrowded(pace: Pick<Pace, 'policy' | 'waiting'>): boolean {
  const { whenWaiting } = pace.policy.queue;
  return whenWaiting !== undefined && pace.waiting > whenWaiting;
}
