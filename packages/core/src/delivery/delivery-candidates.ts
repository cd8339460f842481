import type { PendingRecord, SendRecord, SendStore, UnknownRecord } from '../send/send-store.js';
import { parseLossless } from '../transport/lossless-json.js';
import type { DeliveryReport } from './delivery-report.js';

/** Messages of the report's recipient that it may speak of. */
export interface DeliveryCandidates {
  /** Whose fate nobody knows: the report may tell it. */
  readonly open: readonly (UnknownRecord | PendingRecord)[];
  /** Others that it may speak of: still under way, or sent over an endpoint that names no id. */
  readonly rivals: readonly string[];
  /** Whether one of them is under way: waiting may change the picture. */
  readonly isMoving: boolean;
  /** `false`: there was more to look at than is looked at. */
  readonly isComplete: boolean;
}

export interface CandidateQuery {
  readonly account: string;
  readonly report: DeliveryReport;
  readonly windowMs: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

const pageSize = 200;
const mostPages = 50;
/** Callbacks name full seconds, and clocks differ. */
const clockSlackMs = 5_000;
/** Longer than clocks differ: past it, a lease that ran out is nobody's. */
const leaseSlackMs = 60_000;
/** How long a message may wait between its claim and its first request. */
const longestWaitMs = 86_400_000;

/** A store that can search is asked for the recipient's messages; of another, all open ones are looked through. */
export function findCandidates(store: SendStore, query: CandidateQuery): Promise<DeliveryCandidates> {
  return store.search === undefined ? amongOpen(store, query) : bySearch(store, query);
}

async function bySearch(store: SendStore, query: CandidateQuery): Promise<DeliveryCandidates> {
  const { account, report, windowMs } = query;
  const { records, isComplete } = await readPages(async (cursor) => {
    const page = await store.search?.({
      account,
      recipient: report.recipient,
      states: ['pending', 'unknown', 'sent'],
      createdFrom: report.delivery.at - windowMs - longestWaitMs,
      limit: pageSize,
      cursor,
    });
    return page ?? { records: [], cursor: undefined };
  });
  const meant = records.filter((record) => mayBeMeant(record, query));
  const underWay = meant.filter((record) => isUnderWay(record, query.now));
  const open = meant.filter(isOpen).filter((record) => !underWay.includes(record));
  const nameless = meant.filter(({ state }) => state === 'sent');
  const rivals = [...underWay, ...nameless].map(({ requestId }) => requestId);
  return { open, rivals, isMoving: underWay.length > 0, isComplete };
}

async function amongOpen(store: SendStore, query: CandidateQuery): Promise<DeliveryCandidates> {
  const { account } = query;
  const mostAbandoned = pageSize * mostPages;
  const abandoned = await store.listPending({ account, leaseExpired: true, limit: mostAbandoned });
  const unknown = await readPages((cursor) => store.listUnknown({ account, limit: pageSize, cursor }));
  const open = [...abandoned, ...unknown.records].filter((record) => mayBeMeant(record, query));
  const isComplete = unknown.isComplete && abandoned.length < mostAbandoned;
  return { open, rivals: [], isMoving: false, isComplete };
}

async function readPages<Found>(
  read: (cursor: string | undefined) => Promise<{ records: readonly Found[]; cursor: string | undefined }>,
): Promise<{ records: Found[]; isComplete: boolean }> {
  const records: Found[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await read(cursor);
    records.push(...page.records);
    cursor = page.cursor;
    if (cursor === undefined) return { records, isComplete: true };
  }
  return { records, isComplete: false };
}

function mayBeMeant(record: SendRecord, { report, windowMs }: CandidateQuery): boolean {
  const { recipient, endpoint, firstAttemptAt } = record;
  if (recipient !== report.recipient || !report.endpoints.includes(endpoint)) return false;
  if (firstAttemptAt === undefined) return false;
  const ageMs = report.delivery.at - firstAttemptAt;
  if (ageMs < -clockSlackMs || ageMs > windowMs + clockSlackMs) return false;
  // A report without its message's id speaks of another message than a record with one; so does one with another id.
  if (record.state === 'sent') return record.result.msgid === undefined;
  return isOpen(record) && hasFields(record, report.fields ?? {});
}

function hasFields({ payload }: UnknownRecord | PendingRecord, fields: Readonly<Record<string, string>>) {
  const expected = Object.entries(fields);
  if (expected.length === 0) return true;
  const request = readable(payload);
  if (typeof request !== 'object' || request === null) return false;
  return expected.every(([name, value]) => Reflect.get(request, name) === value);
}

/** `undefined` where the payload was damaged: then nothing says that the report means it. */
function readable(payload: string): unknown {
  try {
    return parseLossless(payload);
  } catch {
    return undefined;
  }
}

function isOpen(record: SendRecord): record is UnknownRecord | PendingRecord {
  return record.state === 'unknown' || record.state === 'pending';
}

function isUnderWay(record: SendRecord, now: number): boolean {
  return record.state === 'pending' && record.leaseUntil + leaseSlackMs > now;
}
