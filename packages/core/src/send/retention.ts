import { ConfigError } from '../errors/errors.js';

/** How long records stay after their last change. */
export interface Retention {
  /** Sent and failed ones. */
  readonly retentionMs: number;
  /** Pending and unknown ones, which still wait for somebody. */
  readonly openRetentionMs: number;
}

export function daysMs(days: number): number {
  return days * 86_400_000;
}

/** @throws {ConfigError} where a duration is not positive */
export function retentionOf(
  given: { readonly [Name in keyof Retention]?: number | undefined },
  defaults: Retention,
): Retention {
  return {
    retentionMs: positiveOption('sendStore.retentionMs', given.retentionMs ?? defaults.retentionMs),
    openRetentionMs: positiveOption(
      'sendStore.openRetentionMs',
      given.openRetentionMs ?? defaults.openRetentionMs,
    ),
  };
}

/** @throws {ConfigError} where `value` is not a positive number */
export function positiveOption(path: string, value: number): number {
  if (value > 0) return value;
  const message = `must be a positive number, got ${value}`;
  throw new ConfigError(`${path} ${message}`, { issues: [{ path, message }] });
}
