import { createHash } from 'node:crypto';
import { z } from 'zod';
import { flag } from './request-parts.js';

/** What the platform takes where a request names no interval, and the least that is chosen here. */
const defaultIntervalSec = 1800;
const longestIntervalSec = 14_400;

/** The platform's own check, for callers who want to choose it themselves. */
export const duplicateCheckFields = {
  /** 0 turns the check off: then a message whose outcome is unknown is not sent again. @default 1 */
  enable_duplicate_check: flag.optional(),
  /** Seconds. @default from the `requestId`, 1800 to 14 400 */
  duplicate_check_interval: z
    .int('must be whole seconds')
    .min(1, 'must be at least 1')
    .max(longestIntervalSec, `must be at most ${longestIntervalSec}, which is 4 hours`)
    .optional(),
};

interface CheckedRequest {
  readonly enable_duplicate_check?: 0 | 1 | undefined;
  readonly duplicate_check_interval?: number | undefined;
}

/**
 * The platform drops a message whose whole JSON it was sent before within the interval. So two different messages of the
 * same text to the same people would swallow each other, unless something in their JSON differs, and the platform knows no
 * field for an id. The interval itself is part of the JSON: taken from the `requestId`, it is the same for every
 * repetition of one message, and another one for another message in all but one case of 12 601.
 */
function intervalSec(requestId: string): number {
  const hash = createHash('sha256').update(requestId).digest().readUInt32BE();
  return defaultIntervalSec + (hash % (longestIntervalSec - defaultIntervalSec + 1));
}

/** The fields by which the platform knows a message again; what the caller chose stays as it is. */
export function duplicateCheck(
  requestId: string,
  request: CheckedRequest,
): Readonly<Record<string, unknown>> {
  const { enable_duplicate_check: enabled, duplicate_check_interval: chosenSec } = request;
  if (enabled === 0) return {};
  return {
    ...(enabled === undefined ? { enable_duplicate_check: 1 } : {}),
    ...(chosenSec === undefined ? { duplicate_check_interval: intervalSec(requestId) } : {}),
  };
}

/** For how long the platform is sure to know a message again. */
export const duplicateCheckMs = defaultIntervalSec * 1000;

export function duplicateCheckMsOf({
  enable_duplicate_check,
  duplicate_check_interval,
}: CheckedRequest): number {
  if (enable_duplicate_check === 0) return 0;
  return (duplicate_check_interval ?? defaultIntervalSec) * 1000;
}
