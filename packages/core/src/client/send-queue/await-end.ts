import type { Clock } from '../../clock/clock.js';
import { DeadlineError, SendInProgressError, ValidationError } from '../../errors/errors.js';
import { Deadline } from '../../retry/deadline.js';
import type { SendRecord } from '../../send/send-store.js';
import type { SettledRecord } from '../message-sender.js';

/** How long to wait for what became of a message. */
export interface ReceiptOptions {
  /** @default the client's `deadlineMs` */
  readonly deadlineMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface AwaitedSend {
  readonly requestId: string;
  readonly clock: Clock;
  readonly find: () => Promise<SendRecord | undefined>;
}

const firstPollMs = 50;
const longestPollMs = 2_000;

/** Looks, ever more seldom, until the message has an end: any process of the account may write it. */
export async function awaitEnd(
  send: AwaitedSend,
  { deadlineMs, signal }: ReceiptOptions & { readonly deadlineMs: number },
): Promise<SettledRecord> {
  const deadline = new Deadline(deadlineMs, signal, send.clock);
  try {
    for (let pollMs = firstPollMs; ; pollMs = Math.min(longestPollMs, pollMs * 1.5)) {
      const record = await send.find();
      if (record === undefined) throw unheardOf(send.requestId);
      if (record.state !== 'pending') return record;
      const restMs = Math.min(pollMs * (0.75 + Math.random() / 2), deadline.remainingMs());
      await send.clock.sleep(restMs, deadline.signal).catch(() => undefined);
      if (deadline.reason() !== undefined) throw stillPending(record, deadline);
    }
  } finally {
    deadline.dispose();
  }
}

function unheardOf(requestId: string): ValidationError {
  const message = 'names no message that the send store knows';
  return new ValidationError(`sends.receipt: requestId "${requestId}" ${message}`, {
    requestId,
    issues: [{ path: 'requestId', message }],
    hint: 'A call that ended with an error has left nothing behind: send the message with the same requestId.',
  });
}

function stillPending({ endpoint, requestId }: SendRecord, deadline: Deadline) {
  const context = { endpoint, requestId };
  if (deadline.reason() === 'aborted') {
    return new DeadlineError(`${endpoint}: aborted while it waited for the receipt of "${requestId}"`, {
      ...context,
      reason: 'aborted',
    });
  }
  return new SendInProgressError(`${endpoint}: requestId "${requestId}" has not been sent yet`, {
    ...context,
    hint: 'Ask again later by `sends.receipt`, or with a longer `deadlineMs`.',
  });
}
