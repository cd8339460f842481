import { z } from 'zod';
import type { Clock } from '../clock/clock.js';
import { checkOptions } from '../config/check-options.js';
import type {
  PendingRecord,
  SendDelivery,
  SendRecord,
  SendStore,
  UnknownRecord,
} from '../send/send-store.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import { type DeliveryCandidates, findCandidates } from './delivery-candidates.js';
import type { DeliveryAnswer, DeliveryReport, SettleDeliveryOptions } from './delivery-report.js';

export interface DeliverySettlingParts {
  readonly account: string;
  readonly store: SendStore;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
}

/** A report whose message's id is known. */
type NamedReport = DeliveryReport & { readonly msgid: string };

const defaultWindowMs = 600_000;
const defaultPatienceMs = 3_000;
const firstPollMs = 50;
const longestPollMs = 500;

const optionsSchema = z.strictObject({
  windowMs: z.number().positive().optional(),
  patienceMs: z.number().nonnegative().optional(),
  signal: z.instanceof(AbortSignal).optional(),
});

/**
 * Writes what a callback says into the record of its message. Repeating it, in any order, changes nothing more.
 *
 * A callback can overtake the answer to the very request that it speaks of. So the message is waited for before anything
 * is taken from its recipient and its time; only one that is the sole candidate is taken.
 *
 * @throws {ConfigError} for a wrong option
 * @throws {StoreUnavailableError} where the store cannot be reached: answer the callback with an error, and it comes again
 */
export async function settleDelivery(
  parts: DeliverySettlingParts,
  report: DeliveryReport,
  options: SettleDeliveryOptions = {},
): Promise<DeliveryAnswer> {
  checkOptions(optionsSchema, options, 'settleDelivery');
  const { windowMs = defaultWindowMs, patienceMs = defaultPatienceMs, signal } = options;
  const { clock } = parts;
  // Without an id a repetition of the callback would be taken for another message.
  if (!isNamed(report)) return { type: 'unmatched' };
  // Counted in waits and not by the clock: a process that is paused or busy meanwhile has given the answer no time.
  let remainingMs = patienceMs;
  for (let pollMs = firstPollMs; ; pollMs = Math.min(pollMs * 2, longestPollMs)) {
    const noted = await noteOnSent(parts, report);
    if (noted !== undefined) return noted;
    const found = await lookAround(parts, report, windowMs, remainingMs <= 0);
    const answer = found === undefined ? 'changed' : await decide(parts, report, found);
    if (answer !== 'changed') return answer;
    const waitMs = Math.min(pollMs, remainingMs);
    await clock.sleep(waitMs, signal);
    remainingMs -= waitMs;
  }
}

/** Answers `undefined` where waiting may change the picture, and there is time. */
async function lookAround(
  { store, account, clock }: DeliverySettlingParts,
  report: NamedReport,
  windowMs: number,
  isLast: boolean,
): Promise<DeliveryCandidates | undefined> {
  // Without a search nobody knows what is under way, and looking costs much: once, when the time is up.
  if (store.search === undefined && !isLast) return undefined;
  const found = await findCandidates(store, { account, report, windowMs, now: clock.now() });
  return found.isMoving && !isLast ? undefined : found;
}

function isNamed(report: DeliveryReport): report is NamedReport {
  return report.msgid !== undefined;
}

async function noteOnSent(
  parts: DeliverySettlingParts,
  report: NamedReport,
): Promise<DeliveryAnswer | undefined> {
  const { store, account } = parts;
  const { msgid, delivery } = report;
  const record = await store.findByMsgid(account, msgid);
  if (record === undefined || !(await store.noteDelivery(record, msgid, delivery))) return undefined;
  if (isNews(record.delivery, delivery)) tell(parts, report, record, 'noted');
  return { type: 'noted', requestId: record.requestId, state: delivery.state };
}

/** Callbacks come up to three times, and the latest word by its own moment stays. */
function isNews(before: SendDelivery | undefined, { at, state, status }: SendDelivery): boolean {
  if (before === undefined) return true;
  return before.at <= at && (before.state !== state || before.status !== status);
}

async function decide(
  parts: DeliverySettlingParts,
  report: NamedReport,
  { open, rivals, isComplete }: DeliveryCandidates,
): Promise<DeliveryAnswer | 'changed'> {
  const [only] = open;
  if (only === undefined) return { type: 'unmatched' };
  if (open.length > 1 || rivals.length > 0 || !isComplete) {
    return { type: 'ambiguous', requestIds: [...open.map(({ requestId }) => requestId), ...rivals] };
  }
  if (!(await writeSent(parts.store, only, report.msgid))) return 'changed';
  await parts.store.noteDelivery(only, report.msgid, report.delivery);
  tell(parts, report, only, 'resolved');
  return { type: 'resolved', requestId: only.requestId, state: report.delivery.state };
}

/** Answers `false` where the record has got another end in the meantime. */
function writeSent(store: SendStore, record: UnknownRecord | PendingRecord, msgid: string): Promise<boolean> {
  const settlement = { state: 'sent', result: { msgid } } as const;
  if (record.state === 'unknown') return store.resolveUnknown(record, settlement);
  const { account, requestId, attempts } = record;
  // Its holder is gone, and with it its lease; that a message was sent stands without one.
  return store.settle({ lease: { account, requestId, fence: 0 }, settlement, attempts, known: record });
}

function tell(
  { telemetry, account }: DeliverySettlingParts,
  { msgid, delivery }: NamedReport,
  { requestId, endpoint }: SendRecord,
  how: 'noted' | 'resolved',
): void {
  const { state, status: statusText } = delivery;
  telemetry.emit({
    type: 'send.delivery-noted',
    account,
    endpoint,
    requestId,
    msgid,
    state,
    statusText,
    how,
  });
}
