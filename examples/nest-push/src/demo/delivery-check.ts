import { readFileSync } from 'node:fs';
import type { Delivery } from '@wetempo/simulator';
import type { LineResult } from './push-client.js';

/** What the simulator delivered, over all runs of a push, against what the app says. */
export interface DeliveryCheck {
  readonly delivered: number;
  /** The same content to the same person more than once. */
  readonly twice: readonly string[];
  /** Lines that count as sent although nothing was delivered for them. */
  readonly missing: readonly number[];
  /** Messages that were delivered although no line counts as sent by them. */
  readonly unclaimed: readonly string[];
  /** Messages to one person within any minute. */
  readonly mostPerMinute: number;
}

export function checkDeliveries(journalFile: string, lines: readonly LineResult[]): DeliveryCheck {
  const deliveries = readFileSync(journalFile, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Delivery);
  const delivered = new Set(deliveries.map(({ msgid }) => msgid));
  const claims = lines.flatMap((line) =>
    line.type === 'sent' || line.type === 'already-sent'
      ? [{ line: line.line, msgid: line.msgid ?? '' }]
      : [],
  );
  const claimed = new Set(claims.map(({ msgid }) => msgid));
  return {
    delivered: deliveries.length,
    twice: repeated(deliveries.map(contentOf)),
    missing: claims.filter(({ msgid }) => !delivered.has(msgid)).map(({ line }) => line),
    unclaimed: [...delivered].filter((msgid) => !claimed.has(msgid)),
    mostPerMinute: mostPerMinute(deliveries),
  };
}

/** Judged by what people read, not by the ids that are to prevent it. */
function contentOf({ openid, payload }: Delivery): string {
  return JSON.stringify([openid, payload.template_id, payload.url, payload.data]);
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function mostPerMinute(deliveries: readonly Delivery[]): number {
  const times = new Map<string, number[]>();
  for (const { openid, at } of deliveries) times.set(openid, [...(times.get(openid) ?? []), at]);
  const counts = [...times.values()].flatMap((own) =>
    own.map((from) => own.filter((at) => at >= from && at < from + 60_000).length),
  );
  return Math.max(0, ...counts);
}
