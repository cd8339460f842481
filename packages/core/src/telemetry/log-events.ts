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
    const { type, ...fields } = event;
    logger[levelOf(event)](fields, type);
  });
}

/** How loud an event is. */
export function levelOf(event: WetempoEvent): Level {
  switch (event.type) {
    case 'call.started':
    case 'attempt.ended':
    case 'limit.waited':
    case 'send.settled':
      return 'debug';
    case 'call.ended':
      return levelOfEnd(event);
    case 'limit.hit':
      return event.quotaRemaining === 0 ? 'warn' : 'info';
    case 'retry.scheduled':
    case 'barrier.closed':
    case 'token.refreshed':
    case 'token.invalidated':
      return 'info';
    case 'store.trouble':
    case 'warned':
      return 'warn';
    case 'token.refresh-failed':
      return event.oldTokenRemainingMs > 0 ? 'warn' : 'error';
  }
}

function levelOfEnd({ error, kind }: EventOf<'call.ended'>): Level {
  if (error === undefined) return 'debug';
  if (kind !== undefined && everyday.has(kind)) return 'debug';
  return error === 'VALIDATION' || error === 'RATE_LIMITED' ? 'warn' : 'error';
}
