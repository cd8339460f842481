import { randomBytes } from 'node:crypto';
import type { MemoryNews } from './redis-send-answers.js';

/** Told once of each thing that an operator should know. */
export type WarningListener = (topic: string, message: string) => void;

/**
 * What this process knows of each account's epoch: a random mark that the first user writes beside the records. A mark
 * that is gone or another one means that Redis lost its data since this process last looked.
 */
export class MemoryLossWatch {
  readonly #epochs = new Map<string, string>();
  readonly #told = new Map<string, number>();
  readonly #process = randomBytes(9).toString('base64url');
  #marks = 0;
  readonly #onWarning: WarningListener;

  constructor(onWarning: WarningListener) {
    this.#onWarning = onWarning;
  }

  /** Empty where this process has not met the account yet. */
  expected(account: string): string {
    return this.#epochs.get(account) ?? '';
  }

  /** A mark for whoever finds none, and never the same twice: one that was lost must not seem to be there still. */
  fresh(): string {
    // Most marks go unused, one with each message, so that each has no random part of its own.
    this.#marks += 1;
    return `${this.#process}${this.#marks.toString(36)}`;
  }

  learn(account: string, { epoch, lostAt }: MemoryNews): void {
    if (epoch !== '') this.#epochs.set(account, epoch);
    if (lostAt === undefined || this.#told.get(account) === lostAt) return;
    this.#told.set(account, lostAt);
    this.#onWarning(
      'send-memory-lost',
      `Redis lost what was sent for ${account} (noticed ${new Date(lostAt).toISOString()}). Ids that it does not know may have ` +
        'been sent. Find out which, then call acceptLoss(account) on the send store.',
    );
  }
}
