import { z } from 'zod';
import { checkOptions } from '../config/check-options.js';
import type { AnyMessageEndpoint } from '../endpoint/endpoint.js';
import type { PushPlan, PushSettings } from './push-plan.js';

const name = z.string().min(1).max(128);
const durationMs = z.number().int().min(0);

const settingsShape = {
  id: z.string().regex(/^[\w.:-]{1,128}$/, 'must be 1 to 128 letters, digits, or one of _ . : -'),
  group: name.optional(),
  tenant: name.optional(),
  startSpreadMs: durationMs.max(86_400_000).optional(),
  deadlineMs: durationMs.min(1).optional(),
  concurrency: z.number().int().min(1).max(1000).optional(),
  maxPerSecond: z.number().positive().max(100_000).optional(),
  resend: z.enum(['never', 'failed', 'unknown']).optional(),
};

const settingsSchema: z.ZodType<PushSettings> = z.strictObject(settingsShape);

const planSchema = z.strictObject({
  ...settingsShape,
  endpoint: z.custom<AnyMessageEndpoint>(isMessageEndpoint, 'must be an endpoint that sends a message'),
  items: z.custom<PushPlan['items']>(isIterable, 'must be iterable, or async iterable'),
  total: z.number().int().min(0).optional(),
});

/**
 * Settings as they were given, where each of them may be so.
 *
 * @throws {ConfigError} naming each wrong or misspelt setting by its path and value
 */
export function checkPushSettings(settings: unknown, owner = 'push'): PushSettings {
  return checkOptions(settingsSchema, settings, owner);
}

/**
 * The same for a whole plan.
 *
 * @throws {ConfigError} naming each wrong or misspelt field by its path and value
 */
export function checkPushPlan(plan: unknown, owner = 'push'): PushPlan {
  return checkOptions(planSchema, plan, owner);
}

function isMessageEndpoint(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    value.kind === 'message' &&
    'name' in value
  );
}

function isIterable(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value)
  );
}
