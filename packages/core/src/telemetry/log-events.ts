import { answerCode } from './answer-code.js';
import type { EventOf, WetempoEvent } from './events.js';
import type { Telemetry } from './telemetry.js';

/** What a logger must offer; `console`, pino and a small wrapper of Nest's logger all do. */
export interface EventLogger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

type Level = keyof EventLogger;

/** Refusals of one recipient are everyday business in a batch, not trouble. */
const everyday = new Set(['user-refused', 'user-unreachable', 'rate-user']);

/** Writes every event as one structured line. Answers a function that stops it. */
export function logEvents(telemetry: Telemetry, logger: EventLogger): () => void {
  return telemetry.onAny((event) => {
    logger[levelOf(event)](fieldsOf(event), event.type);
  });
}

/**
 * The event's own fields, with two to search for: `code` (see `answerCode`) where an attempt was answered, and
 * `tag: 'quota-exhausted'` where a quota is used up.
 */
function fieldsOf(event: WetempoEvent): object {
  const { type: _, ...fields } = event;
  const code = 'errcode' in event && 'status' in event ? { code: answerCode(event) } : {};
  const tag = isExhausted(event) ? { tag: 'quota-exhausted' } : {};
  return { ...fields, ...code, ...tag };
}

/** How loud an event is. */
export function levelOf(event: WetempoEvent): Level {
  switch (event.type) {
    case 'call.started':
    case 'call.shared':
    case 'attempt.ended':
    case 'limit.waited':
    case 'lock.waited':
    case 'token.adopted':
    case 'send.settled':
    case 'send.queued':
    case 'callback.answered':
    case 'callback.handled':
      return 'debug';
    case 'send.delivery-noted':
      return event.how === 'resolved' ? 'info' : 'debug';
    case 'call.ended':
      return levelOfEnd(event);
    case 'group.drew':
      return levelOfDraw(event);
    case 'limit.hit':
      return isExhausted(event) ? 'warn' : 'info';
    case 'quota.seen':
      return isExhausted(event) ? 'warn' : 'debug';
    case 'alert.changed':
      return levelOfAlert(event);
    case 'circuit.changed':
      return event.state === 'open' ? 'warn' : 'info';
    case 'retry.scheduled':
    case 'call.degraded':
    case 'limit.shadowed':
    case 'barrier.closed':
    case 'barrier.opened':
    case 'concurrency.changed':
    case 'policy.changed':
    case 'token.refreshed':
    case 'token.invalidated':
    case 'callback.taken-over':
      return 'info';
    case 'callback.refused':
    case 'callback.lease-lost':
    case 'callback.reply-late':
    case 'store.trouble':
    case 'warned':
      return 'warn';
    case 'callback.failed':
      return event.next === 'retry' ? 'warn' : 'error';
    case 'token.refresh-failed':
      return event.oldTokenRemainingMs > 0 ? 'warn' : 'error';
    case 'retry.exhausted':
    case 'policy.refused':
      return 'error';
  }
}

function levelOfEnd({ error, kind }: EventOf<'call.ended'>): Level {
  if (error === undefined) return 'debug';
  if (kind !== undefined && everyday.has(kind)) return 'debug';
  return error === 'VALIDATION' || error === 'RATE_LIMITED' ? 'warn' : 'error';
}

function levelOfDraw({ how }: EventOf<'group.drew'>): Level {
  if (how === 'overdraft') return 'warn';
  return how === 'allowed' ? 'info' : 'debug';
}

function levelOfAlert({ level }: EventOf<'alert.changed'>): Level {
  if (level === 'red') return 'error';
  return level === 'yellow' ? 'warn' : 'info';
}

/** Headers count short windows and come with every answer: a full second is no quota that has ended. */
function isExhausted(event: WetempoEvent): boolean {
  if (event.type === 'limit.hit') return event.quotaRemaining !== undefined && event.quotaRemaining <= 0;
  return event.type === 'quota.seen' && event.from === 'quota-get' && event.remaining <= 0;
}
