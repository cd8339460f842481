import { z } from 'zod';
import { nextBeijingMidnight } from '../../retry/platform-time.js';
import { restOfDayMs } from '../../retry/quota-day.js';

const rateLimitSchema = z.object({ max: z.number().int().min(1), windowMs: z.number().int().min(1) });

const viewSchema = z.object({
  name: z.string().min(1),
  from: z.enum(['quota-get', 'headers']),
  limit: z.number().min(0),
  used: z.number().min(0),
  remaining: z.number().min(0),
  resetsAt: z.number().optional(),
  rateLimit: rateLimitSchema.optional(),
  seenAt: z.number(),
});

/** At most `max` in any `windowMs`, beside the quota of the day. */
export type LearnedRate = Readonly<z.output<typeof rateLimitSchema>>;

/** What the platform, or a gateway before it, said about a quota. Moments are epoch milliseconds. */
export interface QuotaView {
  /** `group.method`, or the name of the group that a gateway counts for. */
  readonly name: string;
  readonly from: 'quota-get' | 'headers';
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** When the count begins anew; `undefined` where it was not told. */
  readonly resetsAt?: number | undefined;
  readonly rateLimit?: LearnedRate | undefined;
  readonly seenAt: number;
}

/** What a platform answers when it is asked for the quota of one endpoint. */
export interface EndpointQuota {
  readonly dailyLimit: number;
  readonly used: number;
  readonly remaining: number;
  readonly rateLimit?: LearnedRate | undefined;
}

/** A view that names no reset says little about the next minute. */
const unnamedWindowMs = 60_000;
/** A quota of the day keeps its size and its rate: tomorrow begins with what was learned today. */
const dailyViewMs = 48 * 3_600_000;

/** What `quota/get` said, as a view. */
export function dailyQuota(endpoint: string, answer: EndpointQuota, nowMs: number): QuotaView {
  const { dailyLimit, used, remaining, rateLimit } = answer;
  return {
    name: endpoint,
    from: 'quota-get',
    limit: dailyLimit,
    used,
    remaining,
    resetsAt: remaining > 0 ? nextBeijingMidnight(nowMs) : nowMs + restOfDayMs(nowMs),
    ...(rateLimit === undefined ? {} : { rateLimit }),
    seenAt: nowMs,
  };
}

/** Until when the view is worth knowing, from now. */
export function viewTtlMs(view: QuotaView, nowMs: number): number {
  if (view.from === 'quota-get') return dailyViewMs;
  return Math.max(1, (view.resetsAt ?? view.seenAt + unnamedWindowMs) - nowMs);
}

/** The view as it holds now; `undefined` where it has expired. After midnight nothing of a day's quota is used. */
export function currentView(view: QuotaView, nowMs: number): QuotaView | undefined {
  if (nowMs < (view.resetsAt ?? view.seenAt + unnamedWindowMs)) return view;
  if (view.from === 'headers') return undefined;
  return { ...view, used: 0, remaining: view.limit, resetsAt: nextBeijingMidnight(nowMs) };
}

/** Reads what another process wrote. `undefined` for a text that is no view: a newer release may write others. */
export function parseQuotaView(text: string): QuotaView | undefined {
  try {
    return viewSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Part of the quota that is used, from 0 to 1. */
export function usedShare({ used, limit }: QuotaView): number {
  return limit === 0 ? 1 : Math.min(1, used / limit);
}

/** Concurrency goes down as the quota does: what is left should last, and nobody should overshoot its end by much. */
export function concurrencyFactor(share: number): 1 | 0.5 | 0.25 {
  if (share > 0.8) return 0.25;
  return share > 0.6 ? 0.5 : 1;
}
