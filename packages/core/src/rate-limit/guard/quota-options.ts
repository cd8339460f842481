import { z } from 'zod';
import { clientOptionsShape } from '../../client/client-settings.js';
import type { Clock } from '../../clock/clock.js';
import { checkOptions } from '../../config/check-options.js';
import type { RedisOption } from '../../redis/redis-connection.js';
import type { WetempoEvent } from '../../telemetry/events.js';
import type { EventLogger } from '../../telemetry/log-events.js';
import type { LimitOptions } from '../limit-options.js';

/**
 * The part of `limits` that makes sense for handlers of one's own. `app` is the quota of the whole service. Two defaults
 * differ from those of a client:
 * - `headroom` is 0: nobody calls the service uncounted. The bursts of `groups` come out of it, so give some to have any
 * - `whenUnavailable` is `local`: while the store is away each process counts alone. Nothing leaves for the platform
 *   here, so it is better to serve a little too much than nobody. With `reject`, `take` rejects
 */
export type QuotaLimits = Pick<LimitOptions, (typeof limitNames)[number]>;

export interface HandlerQuotaOptions {
  readonly limits: QuotaLimits;
  /**
   * Quotas of one name share their counts, in all processes on one Redis; 1 to 64 letters, digits, or one of `_ . -`.
   * What they count is no call to WeChat, whatever the name. @default 'default'
   */
  readonly name?: string | undefined;
  /** URL or ioredis client. @default this process alone */
  readonly redis?: RedisOption | undefined;
  /** Hears `store.trouble`, `limit.shadowed` and `group.drew`. */
  readonly onEvent?: ((event: WetempoEvent) => void) | undefined;
  /** Writes the same as structured lines. */
  readonly logger?: EventLogger | undefined;
  /** @default the host's clock; with Redis, its clock counts */
  readonly clock?: Clock | undefined;
}

const limitNames = [
  'app',
  'groups',
  'tiers',
  'tenants',
  'defaultTier',
  'headroom',
  'shadow',
  'rollout',
  'allow',
  'whenUnavailable',
] as const;

const { redis, onEvent, logger, clock } = clientOptionsShape;
const optionsSchema = z.strictObject({
  // Its values are checked by `LimitPolicy`; here it is that nobody counts on a limit that no handler has.
  limits: z.partialRecord(z.enum(limitNames), z.unknown()),
  name: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits, or one of _ . -')
    .optional(),
  redis,
  onEvent,
  logger,
  clock,
});

/** @throws {ConfigError} with the path of each wrong option */
export function checkQuotaOptions(options: HandlerQuotaOptions): void {
  checkOptions(optionsSchema, options, 'HandlerQuota');
}
