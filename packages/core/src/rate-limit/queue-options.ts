import { z } from 'zod';

/** Messages that are handed to the send store instead of waiting: when, and who sends them from there. */
export interface QueueOptions {
  /** A message with `onLimit: 'queue'` waits in line for no longer than this; then it is queued. @default 1000 */
  readonly afterMs?: number | undefined;
  /** Queued messages that this process has in flight at the same time. @default 32 */
  readonly concurrency?: number | undefined;
  /**
   * Where more than so many calls stand in line in this process, messages that would wait and did not choose an `onLimit`
   * themselves are queued as well, and at once. @default never
   */
  readonly whenWaiting?: number | undefined;
  /** `false`: this process accepts messages, and others of the account send them. @default true */
  readonly worker?: boolean | undefined;
}

/** `QueueOptions` with every default filled in. */
export interface QueueSettings {
  readonly afterMs: number;
  readonly concurrency: number;
  readonly whenWaiting: number | undefined;
  readonly worker: boolean;
}

export const queueSchema: z.ZodType<QueueOptions> = z.strictObject({
  afterMs: z.number().int().min(0).max(600_000).optional(),
  concurrency: z.number().int().min(1).max(1000).optional(),
  whenWaiting: z.number().int().min(0).max(1_000_000_000).optional(),
  worker: z.boolean().optional(),
});

export function queueSettings(options: QueueOptions = {}): QueueSettings {
  return {
    afterMs: options.afterMs ?? 1000,
    concurrency: options.concurrency ?? 32,
    whenWaiting: options.whenWaiting,
    worker: options.worker ?? true,
  };
}
