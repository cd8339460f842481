import { register as sharedRegister } from 'prom-client';
import { z } from 'zod';
import { type Clock, systemClock } from '../../clock/clock.js';
import { checkOptions } from '../../config/check-options.js';
import type { Telemetry } from '../telemetry.js';
import { type Feed, labelBounds } from './feed.js';
import { feedBarriers } from './feed-barriers.js';
import { feedCalls } from './feed-calls.js';
import { feedLimits } from './feed-limits.js';
import { feedQuotas, feedState } from './feed-state.js';
import { feedTokens } from './feed-tokens.js';
import { type AnyRegistry, openMetricSet } from './metric-set.js';

export interface MetricsOptions {
  /** Where the metrics are registered; several clients may share one. @default prom-client's own `register` */
  readonly register?: AnyRegistry | undefined;
  /** Stands before every name, for example `shop_`. @default none */
  readonly prefix?: string | undefined;
  /** The client's clock, where it has one of its own. @default the host's clock */
  readonly clock?: Clock | undefined;
}

/** Metrics that are being kept. */
export interface WetempoMetrics {
  /** Counts no more. What was counted stays in the registry; gauges of this client are no longer shown. */
  close(): void;
}

const optionsSchema = z.strictObject({
  register: z.custom<AnyRegistry>(isRegistry, 'must be a Registry of prom-client').optional(),
  prefix: z
    .string()
    .regex(/^([a-zA-Z_:][a-zA-Z0-9_:]*)?$/, 'must be the beginning of a metric name')
    .optional(),
  clock: z.custom<Clock>((value) => typeof value === 'object' && value !== null).optional(),
});

/**
 * Counts what a client tells, for Prometheus. The names stand in `metricCatalog`; alerts and a board that use them are in
 * the repository's `deploy/`.
 *
 * @example
 * const metrics = wetempoMetrics(mp.telemetry);
 * // in the handler of /metrics: await register.metrics(), of prom-client
 * @throws {ConfigError} for a wrong option, or where the registry holds another metric under one of the names
 */
export function wetempoMetrics(telemetry: Telemetry, options: MetricsOptions = {}): WetempoMetrics {
  const {
    register = sharedRegister,
    prefix = '',
    clock = systemClock,
  } = checkOptions(optionsSchema, options, 'wetempoMetrics');
  const metrics = openMetricSet(register, prefix);
  const feed: Feed = { telemetry, metrics, clock, bounds: labelBounds() };
  const stops = [feedCalls, feedLimits, feedBarriers, feedState, feedQuotas, feedTokens].flatMap((start) =>
    start(feed),
  );
  return {
    close: () => {
      for (const stop of stops) stop();
    },
  };
}

function isRegistry(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'getSingleMetric' in value;
}
