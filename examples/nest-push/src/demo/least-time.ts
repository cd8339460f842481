import type { RecipientLine } from '../pushes/recipient-csv.js';
import type { LineResult } from './push-client.js';

const minuteMs = 60_000;

export interface PaceRules {
  readonly perSecond: number;
  /** Counted by clock minutes. */
  readonly perMinute: number;
}

/** The time that this many requests take at the very least, when the first one leaves at `startMs`. */
export function leastTimeForRequests(requests: number, startMs: number, rules: PaceRules): number {
  let remaining = requests;
  let atMs = startMs;
  for (;;) {
    const minuteEndsMs = (Math.floor(atMs / minuteMs) + 1) * minuteMs;
    const byRate = Math.ceil(((minuteEndsMs - atMs) / 1000) * rules.perSecond);
    const fitting = Math.min(rules.perMinute, byRate);
    if (remaining <= fitting) {
      return atMs - startMs + Math.max(0, Math.floor((remaining - 1) / rules.perSecond)) * 1000;
    }
    remaining -= fitting;
    atMs = minuteEndsMs;
  }
}

/** The time that the person with the most messages takes at the very least. */
export function leastTimeForRecipients(
  messagesPerPerson: Iterable<number>,
  { max, windowMs }: { readonly max: number; readonly windowMs: number },
): number {
  const most = Math.max(0, ...messagesPerPerson);
  return Math.max(0, Math.floor((most - 1) / max)) * windowMs;
}

/** Messages per person, of those that were asked of the platform in this run. */
export function askedPerPerson(
  lines: readonly LineResult[],
  recipients: readonly RecipientLine[],
): ReadonlyMap<string, number> {
  const openids = new Map(recipients.map(({ line, openid }) => [line, openid]));
  const counts = new Map<string, number>();
  for (const line of lines) {
    const isAsked = line.type === 'sent' || (line.type === 'refused' && !line.replayed);
    const openid = openids.get(line.line);
    if (isAsked && openid !== undefined) counts.set(openid, (counts.get(openid) ?? 0) + 1);
  }
  return counts;
}
