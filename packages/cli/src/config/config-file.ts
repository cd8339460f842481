import { z } from 'zod';
import { sendStoreSchema } from './send-store-text.js';

const text = z.string().min(1);
const milliseconds = z.number().positive().max(86_400_000);
const fields = z.looseObject({}, 'must be a list of fields');

/** What a configuration file may hold. */
export const configFileSchema = z.strictObject({
  platform: text.optional(),
  appId: text.optional(),
  appSecret: text.optional(),
  baseUrl: text.optional(),
  redis: text.optional(),
  sendStore: sendStoreSchema.optional(),
  proxy: text.optional(),
  timeoutMs: milliseconds.optional(),
  deadlineMs: milliseconds.optional(),
  /** YAML file with `limits` and `retry`. */
  policyFile: text.optional(),
  // Checked by the client, which names each wrong field by its path.
  limits: fields.optional(),
  retry: fields.optional(),
  token: z.strictObject({ mode: z.enum(['stable', 'classic']).optional() }).optional(),
  push: z
    .strictObject({
      group: text.optional(),
      tenant: text.optional(),
      concurrency: z.number().int().min(1).max(1000).optional(),
      startSpreadMs: z.number().int().nonnegative().optional(),
      maxPerSecond: z.number().positive().optional(),
    })
    .optional(),
});

export type ConfigFile = z.infer<typeof configFileSchema>;
