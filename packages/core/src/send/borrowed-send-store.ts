import { isWechatError } from '../errors/errors.js';
import type { ClaimAnswer, SendStore } from './send-store.js';
import { type StoreOperation, sendStoreUnavailable } from './store-errors.js';

/** A store that has not answered by then will not: nothing is sent on its account. */
const patienceMs = 5_000;
/** It goes through all records, and no message waits for it. */
const cleaningMs = 600_000;

const claimTypes: ReadonlySet<unknown> = new Set<ClaimAnswer['type']>([
  'claimed',
  'settled',
  'held',
  'conflict',
  'memory-lost',
]);

/**
 * A store that whoever made it closes: other clients may use it as well. Whatever goes wrong in it, also silence and
 * answers that no store gives, comes out as `StoreUnavailableError`.
 */
export function borrowed(store: SendStore): SendStore {
  return {
    claim: (request) =>
      ask({ name: 'claim', requestId: request.requestId }, () => store.claim(request), isClaimAnswer),
    begin: (lease, leaseMs) =>
      ask({ name: 'begin', requestId: lease.requestId }, () => store.begin(lease, leaseMs), isBoolean),
    defer: (lease, leaseMs, fate) =>
      ask({ name: 'defer', requestId: lease.requestId }, () => store.defer(lease, leaseMs, fate), isBoolean),
    release: (lease, fate) =>
      ask({ name: 'release', requestId: lease.requestId }, () => store.release(lease, fate)),
    settle: (request) =>
      ask({ name: 'settle', requestId: request.lease.requestId }, () => store.settle(request), isBoolean),
    find: (key) => ask({ name: 'find', requestId: key.requestId }, () => store.find(key)),
    listPending: (query) => ask({ name: 'listPending' }, () => store.listPending(query)),
    listUnknown: (query) => ask({ name: 'listUnknown' }, () => store.listUnknown(query)),
    resolveUnknown: (key, settlement) =>
      ask({ name: 'resolveUnknown', requestId: key.requestId }, () => store.resolveUnknown(key, settlement)),
    findByMsgid: (account, msgid) => ask({ name: 'findByMsgid' }, () => store.findByMsgid(account, msgid)),
    noteDelivery: (key, msgid, delivery) =>
      ask(
        { name: 'noteDelivery', requestId: key.requestId },
        () => store.noteDelivery(key, msgid, delivery),
        isBoolean,
      ),
    count: (account) => ask({ name: 'count' }, () => store.count(account)),
    acceptLoss: (account) =>
      ask({ name: 'acceptLoss' }, async () => (await store.acceptLoss?.(account)) ?? false),
    ...optional(store),
    close: async () => undefined,
  };
}

/** What not every store can do: whoever asks for it looks first whether it is there. */
function optional(store: SendStore): Pick<SendStore, 'search' | 'clean'> {
  const { search, clean } = store;
  return {
    ...(search && { search: (query) => ask({ name: 'search' }, () => search.call(store, query)) }),
    ...(clean && {
      clean: (account) => ask({ name: 'clean' }, () => clean.call(store, account), anything, cleaningMs),
    }),
  };
}

async function ask<Answer>(
  operation: StoreOperation,
  step: () => Promise<Answer>,
  isAnswer: (answer: unknown) => boolean = anything,
  longestMs = patienceMs,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  // By the host's time and not by the client's clock: a test's clock makes no database faster.
  const overdue = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error(`no answer within ${longestMs} ms`));
    // A busy process is late for its timers and for answers alike: what has arrived by now is read first.
    timer = setTimeout(() => setImmediate(giveUp), longestMs);
  });
  try {
    const answer = await Promise.race([step(), overdue]);
    if (isAnswer(answer)) return answer;
    throw new TypeError('what it answered is no answer of a send store');
  } catch (error) {
    if (isWechatError(error)) throw error;
    throw sendStoreUnavailable(
      'your own',
      operation,
      error,
      'Run it through `sendStoreContract`; see its log.',
    );
  } finally {
    clearTimeout(timer);
  }
}

function anything(_answer: unknown): boolean {
  return true;
}

function isBoolean(answer: unknown): boolean {
  return typeof answer === 'boolean';
}

function isClaimAnswer(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && claimTypes.has(Reflect.get(answer, 'type'));
}
