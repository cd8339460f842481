import type { EventOf } from '../../telemetry/events.js';
import type { Admitted } from '../limit-store.js';
import type { Asking } from './asking.js';

/** What is told of a request that was let through: that a limit would have refused it, and the audit line. */
export function eventsOf(
  { drew, shadowed }: Admitted,
  asking: Asking,
): readonly (EventOf<'limit.shadowed'> | EventOf<'group.drew'>)[] {
  const named = namesOf(asking);
  const events: (EventOf<'limit.shadowed'> | EventOf<'group.drew'>)[] = [];
  if (shadowed !== undefined) {
    const { scope, key, retryAfterMs: waitMs } = shadowed;
    events.push({ type: 'limit.shadowed', ...named, scope, key, waitMs });
  }
  if (asking.passes) {
    events.push({
      type: 'group.drew',
      ...named,
      how: 'allowed',
      key: allowedKeyOf(asking),
      weight: asking.cost,
    });
  } else if (drew !== undefined && drew.how !== 'part') {
    const { how, key } = drew;
    events.push({ type: 'group.drew', ...named, how, key, weight: weightOf(asking, key) });
  }
  return events;
}

function namesOf({ account, callId, endpoint, request }: Asking) {
  const { group, requestId } = request;
  return { callId, account, endpoint, group, requestId };
}

function allowedKeyOf({ request: { group = 'default', requestId } }: Asking): string {
  return requestId === undefined ? `group:${group}` : `request:${requestId}`;
}

function weightOf({ rules, cost }: Asking, drawnKey: string): number {
  return rules.find(({ key }) => key === drawnKey)?.weight ?? cost;
}
