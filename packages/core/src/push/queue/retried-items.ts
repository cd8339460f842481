import type { PushItem } from '../push-plan.js';
import type { RunName } from './push-keys.js';
import type { PushStates } from './push-states.js';

const portions = 20;

/** The messages that a run of a push ended as failed, always in the same order. */
export async function* retriedItems(states: PushStates, name: RunName): AsyncGenerator<PushItem> {
  for (let place = 0; ; place += portions) {
    const kept = await states.results(name, place, portions);
    for (const { result, request } of kept.flat()) {
      if (result.state === 'failed') yield { requestId: result.requestId, request };
    }
    if (kept.length < portions) return;
  }
}
