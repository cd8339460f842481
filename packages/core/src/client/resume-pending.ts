import { type AnyWechatError, isWechatError } from '../errors/errors.js';
import type { SendReceipt } from '../send/send-receipt.js';
import type { PendingRecord, SendStore } from '../send/send-store.js';

export interface ResumeOptions {
  /** Most records to take up in one run. @default 1000 */
  readonly limit?: number | undefined;
  /** How many are under way at a time. @default 16 */
  readonly concurrency?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Which of them to take up. @default all */
  readonly only?: ((record: PendingRecord) => boolean) | undefined;
}

/** What became of the messages that a dead process left behind. */
export interface ResumeReport {
  readonly sent: readonly SendReceipt[];
  /** Refused, out of time, or nobody knows: see each error's `code`. */
  readonly notSent: readonly { readonly requestId: string; readonly error: AnyWechatError }[];
}

/** Takes up the records whose holder is gone, oldest first, a few at a time. */
export async function resumePending(
  store: SendStore,
  account: string,
  { limit = 1000, concurrency = 16, signal, only = () => true }: ResumeOptions,
  resume: (record: PendingRecord) => Promise<SendReceipt>,
): Promise<ResumeReport> {
  const records = await store.listPending({ account, leaseExpired: true, limit });
  const waiting = records.filter(only).values();
  const sent: SendReceipt[] = [];
  const notSent: { requestId: string; error: AnyWechatError }[] = [];
  const worker = async () => {
    for (const record of waiting) {
      if (signal?.aborted) return;
      try {
        sent.push(await resume(record));
      } catch (error) {
        if (!isWechatError(error)) throw error;
        notSent.push({ requestId: record.requestId, error });
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { sent, notSent };
}
