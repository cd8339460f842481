import type { Job } from 'bullmq';

/** BullMQ's `Processor`, named by its job: then one that is wrapped twice still tells the type of its data. */
export type JobProcessor<QueuedJob extends Job, Result> = (
  job: QueuedJob,
  token?: string,
  signal?: AbortSignal,
) => Promise<Result>;
