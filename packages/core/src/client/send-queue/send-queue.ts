import type { Clock } from '../../clock/clock.js';
import { isWechatError } from '../../errors/errors.js';
import { redactText } from '../../errors/redact.js';
import type { QueueSettings } from '../../rate-limit/queue-options.js';
import type { AnyReceipt } from '../../send/send-receipt.js';
import type { PendingRecord, SendStore } from '../../send/send-store.js';
import type { Telemetry } from '../../telemetry/telemetry.js';
import { DueRecords } from './due-records.js';
import { QueueRest } from './queue-rest.js';

/** Processes that start together do not look together. */
const firstLookMs = 500;

export interface SendQueueParts {
  readonly account: string;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly store: SendStore;
  /** The store forgets when the process ends. */
  readonly isInMemory: boolean;
  /** Asked whenever they are needed, since a policy may change. */
  readonly settings: () => QueueSettings;
  /** Sends one that is due, or puts it off. */
  readonly resume: (record: PendingRecord) => Promise<AnyReceipt>;
}

/**
 * Sends what the account's processes have queued, or left behind, as far as there is room: a few at a time, in another
 * order than every other process. The claim decides who sends a message, so that it is sent once.
 */
export class SendQueue {
  readonly #parts: SendQueueParts;
  readonly #rest: QueueRest;
  readonly #due: DueRecords;
  readonly #inFlight = new Set<Promise<void>>();
  #work: Promise<void> | undefined;
  #hasWarned = false;
  #isClosed = false;

  constructor(parts: SendQueueParts) {
    this.#parts = parts;
    this.#rest = new QueueRest(parts.clock);
    this.#due = new DueRecords(parts.clock, async (limit) => {
      const { account, store } = parts;
      return store.listPending({ account, leaseExpired: true, limit });
    });
  }

  /** Begins to look for messages that are due; does nothing where this process only accepts them. */
  start(): void {
    this.#warnOfMemory();
    if (this.#isClosed || !this.#parts.settings().worker) return;
    this.#work ??= this.#run();
  }

  /** A message was left to the store here. */
  noted(dueInMs: number): void {
    this.start();
    this.#rest.atMost(dueInMs);
  }

  /** Takes up no more. What is in flight ends by itself. */
  stop(): void {
    this.#isClosed = true;
    this.#rest.end();
  }

  /** Resolves when nothing asks the store any more. */
  async close(): Promise<void> {
    this.stop();
    await this.#work;
  }

  async #run(): Promise<void> {
    await this.#rest.take(Math.random() * firstLookMs);
    while (!this.#isClosed) {
      const taken = await this.#takeUp();
      if (this.#isClosed) return;
      this.#rest.foundWork(taken > 0);
      await this.#rest.take();
    }
  }

  /** Starts as many as there are places for; answers how many. */
  async #takeUp(): Promise<number> {
    const free = this.#parts.settings().concurrency - this.#inFlight.size;
    if (free <= 0) return 1;
    const records = await this.#due.next(free).catch((error: unknown) => {
      this.#tellTrouble(error);
      return [];
    });
    if (this.#isClosed) return 0;
    for (const record of records) this.#start(record);
    return records.length;
  }

  #start(record: PendingRecord): void {
    const work = this.#send(record).finally(() => {
      this.#inFlight.delete(work);
      this.#due.ended(record);
      // Where nothing more is known to be due, the next look has its time.
      if (this.#due.mayHaveMore) this.#rest.end();
    });
    this.#inFlight.add(work);
  }

  /** Never rejects: what became of it is told by the call's own events. */
  async #send(record: PendingRecord): Promise<void> {
    try {
      const receipt = await this.#parts.resume(record);
      if (receipt.status === 'pending' && !receipt.replayed) this.#rest.atMost(receipt.dueInMs);
    } catch (error) {
      if (this.#isClosed) return;
      const code = isWechatError(error) ? error.code : 'UNEXPECTED';
      if (code === 'API_ERROR' || code === 'OUTCOME_UNKNOWN') return;
      if (isRecordsOwn(code)) this.#leaveOut(record, error);
      this.#due.forget();
    }
  }

  /** Its endpoint is not known here, for example: other processes may know it. */
  #leaveOut(record: PendingRecord, error: unknown): void {
    if (!this.#due.leaveOut(record)) return;
    const why = error instanceof Error ? redactText(error.message) : 'no reason given';
    const message = `The queue holds messages to ${record.endpoint} that this process cannot send: ${why}`;
    this.#parts.telemetry.emit({ type: 'warned', topic: 'queue-left-out', message });
  }

  #tellTrouble(error: unknown): void {
    const message = error instanceof Error ? redactText(error.message) : 'no reason given';
    this.#parts.telemetry.emit({ type: 'store.trouble', store: 'send', operation: 'listPending', message });
  }

  #warnOfMemory(): void {
    if (this.#hasWarned || !this.#parts.isInMemory) return;
    this.#hasWarned = true;
    const message =
      'Queued messages are kept in memory only: they are lost when this process ends. ' +
      'Set `sendStore: { sqlite: "./sends.db" }` or `redis`.';
    this.#parts.telemetry.emit({ type: 'warned', topic: 'queue-memory', message });
  }
}

/** Something is wrong with the record itself, or this process does not know its endpoint. */
function isRecordsOwn(code: string): boolean {
  return code === 'CONFIG' || code === 'VALIDATION' || code === 'REQUEST_CONFLICT';
}
