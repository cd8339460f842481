import { z } from 'zod';
import { checkOptions } from '../../config/check-options.js';
import type { AnyMessageEndpoint } from '../../endpoint/endpoint.js';
import type { QuotaView } from '../../rate-limit/fleet/quota-view.js';
import { nextBeijingMidnight } from '../../retry/platform-time.js';
import type { HasPushClient } from '../push-client.js';
import { rateOfRules } from './rate-of-rules.js';
import { type SendForecast, sendForecast } from './send-forecast.js';

/** How many messages fit, and how long they take, as far as the limits are known. */
export interface PushForecast extends SendForecast {
  readonly count: number;
  /** `undefined`: no quota of the day is known. */
  readonly remainingToday: number | undefined;
  readonly dailyLimit: number | undefined;
  /** After headroom; `undefined`: no rate is known. */
  readonly perSecond: number | undefined;
}

export interface ForecastOptions {
  /** As in the plan. @default 'batch' */
  readonly group?: string | undefined;
  readonly tenant?: string | undefined;
  /** The plan's own pace. */
  readonly maxPerSecond?: number | undefined;
}

const inputSchema = z.strictObject({
  count: z.number().int().min(0),
  group: z.string().min(1).optional(),
  tenant: z.string().min(1).optional(),
  maxPerSecond: z.number().positive().optional(),
});

/**
 * How long a push of so many messages will take, were nobody else to send any. Asks the platform for the endpoint's quota
 * of the day, once in 30 seconds for the whole fleet, and takes the rate from the options' limits and from learned ones.
 * Quotas begin anew at 00:00 Beijing time. Limits of recipients are left out.
 *
 * @throws {ConfigError} for a count that is no whole number from 0
 */
export async function forecast(
  { client }: HasPushClient,
  endpoint: AnyMessageEndpoint,
  count: number,
  options: ForecastOptions = {},
): Promise<PushForecast> {
  const {
    group = 'batch',
    tenant,
    maxPerSecond,
  } = checkOptions(inputSchema, { ...options, count }, 'forecast');
  const { name, kind, weight } = endpoint;
  const view = await client.limits.quotaOf(endpoint);
  const rules = rateOfRules(await client.limits.rulesFor({ endpoint: name, kind, weight, group, tenant }));
  const perSecond = smaller(rules.perSecond, maxPerSecond);
  const nowMs = client.clock.now();
  const restOfDayMs = nextBeijingMidnight(nowMs) - nowMs;
  const quota = quotaFrom(view, rules.perDay);
  return {
    count,
    ...quota,
    perSecond,
    ...sendForecast({ count, restOfDayMs, quota: known(quota), perSecond }),
  };
}

interface Quota {
  readonly remainingToday: number | undefined;
  readonly dailyLimit: number | undefined;
}

/** The platform's quota, and the one that the options set beside it. */
function quotaFrom(view: QuotaView | undefined, perDay: number | undefined): Quota {
  // What a gateway's headers tell is a quota of its window, not of the day.
  const told = view?.from === 'quota-get' ? view : undefined;
  return {
    remainingToday: smaller(told?.remaining, perDay),
    dailyLimit: smaller(told?.limit, perDay),
  };
}

function known({ remainingToday, dailyLimit }: Quota) {
  return remainingToday === undefined || dailyLimit === undefined
    ? undefined
    : { remainingToday, dailyLimit };
}

function smaller(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.min(one, other);
}
