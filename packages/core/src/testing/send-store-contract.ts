import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import type {
  ClaimAnswer,
  ClaimRequest,
  PendingRecord,
  SendDelivery,
  SendKey,
  SendLabels,
  SendLease,
  SendQuery,
  SendState,
  SendStore,
  Settlement,
  SettleRequest,
  UnknownRecord,
} from '../send/send-store.js';
import { onFresh, type StoreHarness, type TestRunner } from './contract-runner.js';

/** Its store is empty, or at least free of the accounts `wx0000000000000001` and `wx0000000000000002`. */
export type SendStoreHarness = StoreHarness<SendStore>;

const account = 'wx0000000000000001';
/** Short, because a store with a clock of its own has to wait it out. */
const leaseMs = 60;
const longLeaseMs = 600_000;
const sent: Settlement = { state: 'sent', result: { msgid: '2000000000000000001' } };
const failed: Settlement = {
  state: 'failed',
  failure: { code: 'API_ERROR', message: 'refused', errcode: 43004, errmsg: 'require subscribe' },
};
const unknown: Settlement = { state: 'unknown', failure: { code: 'OUTCOME_UNKNOWN', message: 'no answer' } };

type Claimed = Extract<ClaimAnswer, { type: 'claimed' }>;

/** A claim as the client makes it, with what a test changes. */
function request(requestId: string, changes: Partial<ClaimRequest> = {}): ClaimRequest {
  return {
    account,
    requestId,
    endpoint: 'template.send',
    fingerprint: 'F1',
    payload: '{"touser":"oTEST000000000000000000001","text":"你好😀"}',
    recipient: 'oTEST000000000000000000001',
    leaseMs: longLeaseMs,
    begin: true,
    reopenUnknown: 'never',
    reopenFailed: false,
    ...changes,
  };
}

function settling(
  claim: Claimed,
  settlement: Settlement,
  attempts = claim.attempts,
  labels: SendLabels = {},
): SettleRequest {
  const { endpoint, fingerprint, payload, recipient } = request(claim.lease.requestId);
  const known = {
    endpoint,
    fingerprint,
    payload,
    recipient,
    firstAttemptAt: claim.firstAttemptAt,
    ...labels,
  };
  return { lease: claim.lease, settlement, attempts, known };
}

async function claimed(
  store: SendStore,
  requestId: string,
  changes: Partial<ClaimRequest> = {},
): Promise<Claimed> {
  const answer = await store.claim(request(requestId, changes));
  if (answer.type !== 'claimed') throw new Error(`expected the claim to be granted, got ${answer.type}`);
  return answer;
}

async function stateOf(store: SendStore, requestId: string): Promise<SendState | undefined> {
  return (await store.find({ account, requestId }))?.state;
}

async function recordAs<State extends SendState>(store: SendStore, key: SendKey, state: State) {
  const record = await store.find(key);
  equal(record?.state, state);
  return record as Extract<typeof record, { state: State }>;
}

type Test = (harness: SendStoreHarness) => Promise<void>;
type Tests = Readonly<Record<string, Test>>;

const claiming: Tests = {
  'turns a new id into a pending record that holds the whole message': async ({ store }) => {
    const claim = await claimed(store, 'new');
    equal(claim.takenOver, undefined);
    equal(claim.attempts, 1);
    const record: PendingRecord = await recordAs(store, { account, requestId: 'new' }, 'pending');
    const { endpoint, fingerprint, payload, recipient } = request('new');
    equal(record.endpoint, endpoint);
    equal(record.fingerprint, fingerprint);
    equal(record.payload, payload);
    equal(record.recipient, recipient);
    equal(record.firstAttemptAt, claim.firstAttemptAt);
    ok(record.leaseUntil >= record.createdAt + longLeaseMs);
  },
  'counts no attempt for a claim that does not begin': async ({ store }) => {
    const claim = await claimed(store, 'waits', { begin: false });
    equal(claim.attempts, 0);
    equal(claim.firstAttemptAt, undefined);
  },
  'keeps a message without a recipient': async ({ store }) => {
    await claimed(store, 'group', { recipient: undefined });
    equal((await store.find({ account, requestId: 'group' }))?.recipient, undefined);
  },
  'grants one of a hundred simultaneous claims': async ({ store }) => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => store.claim(request('crowd'))));
    equal(answers.filter(({ type }) => type === 'claimed').length, 1);
    equal(answers.filter(({ type }) => type === 'held').length, 99);
  },
  'says how long another holder may take': async ({ store }) => {
    await claimed(store, 'held');
    const answer = await store.claim(request('held'));
    ok(answer.type === 'held' && answer.leaseRemainingMs > 0 && answer.leaseRemainingMs <= longLeaseMs);
  },
  'F52 F128: answers a second claim of a sent id with its receipt': async ({ store }) => {
    await store.settle(settling(await claimed(store, 'twice'), sent));
    const answer = await store.claim(request('twice', { reopenFailed: true, reopenUnknown: 'always' }));
    ok(answer.type === 'settled' && answer.record.state === 'sent');
    deepEqual(answer.record.result, { msgid: '2000000000000000001' });
  },
  'names a conflict where the id stands for another message, whatever its state': async ({ store }) => {
    for (const settlement of [undefined, sent, failed, unknown]) {
      const requestId = `conflict-${settlement?.state}`;
      const claim = await claimed(store, requestId);
      if (settlement !== undefined) await store.settle(settling(claim, settlement));
      const answer = await store.claim(request(requestId, { fingerprint: 'F2', reopenUnknown: 'always' }));
      ok(answer.type === 'conflict' && answer.record.state === (settlement?.state ?? 'pending'));
    }
  },
  'keeps equal ids of two accounts apart': async ({ store }) => {
    await store.settle(settling(await claimed(store, 'same'), sent));
    const other = await store.claim(request('same', { account: 'wx0000000000000002', fingerprint: 'F2' }));
    equal(other.type, 'claimed');
  },
  'tells ids apart that differ in case, accents or signs': async ({ store }) => {
    const ids = ['a', 'A', 'ä', 'a:b', 'a{b}', 'a*', "a'; DROP TABLE send_record; --", '订单-1', '😀'];
    for (const id of ids) equal((await store.claim(request(id))).type, 'claimed', id);
    for (const id of ids) equal((await store.find({ account, requestId: id }))?.requestId, id);
  },
  'F126: does not grant an unknown record again by itself': async ({ store }) => {
    await store.settle(settling(await claimed(store, 'unknown'), unknown));
    const answer = await store.claim(request('unknown'));
    ok(answer.type === 'settled' && answer.record.state === 'unknown');
  },
  'reopens an unknown record on demand, or while its first attempt is young': async ({ store, advance }) => {
    await store.settle(settling(await claimed(store, 'reopen'), unknown));
    await advance(30);
    const old = await store.claim(request('reopen', { reopenUnknown: { youngerThanMs: 20 } }));
    equal(old.type, 'settled');
    const young = await claimed(store, 'reopen', { reopenUnknown: { youngerThanMs: longLeaseMs } });
    equal(young.takenOver?.attempts, 1);
    ok((young.takenOver?.firstAttemptAgeMs ?? 0) >= 30);
    equal(young.attempts, 2);
    await store.settle(settling(young, unknown));
    equal((await claimed(store, 'reopen', { reopenUnknown: 'always' })).attempts, 3);
  },
  'reopens a failed record only on demand, with nothing open from before': async ({ store }) => {
    await store.settle(settling(await claimed(store, 'again'), failed));
    equal((await store.claim(request('again'))).type, 'settled');
    const claim = await claimed(store, 'again', { reopenFailed: true });
    deepEqual(claim.takenOver, { attempts: 1, firstAttemptAgeMs: undefined });
    const record: PendingRecord = await recordAs(store, { account, requestId: 'again' }, 'pending');
    equal(record.payload, request('again').payload);
  },
};

const leases: Tests = {
  'lets another take over once the lease is out, and says what may have been sent': async ({
    store,
    advance,
  }) => {
    await claimed(store, 'dead', { leaseMs });
    await advance(leaseMs);
    const next = await claimed(store, 'dead');
    equal(next.takenOver?.attempts, 1);
    ok((next.takenOver?.firstAttemptAgeMs ?? 0) >= leaseMs);
    equal(next.attempts, 2);
  },
  'says of a holder that never began that nothing was sent': async ({ store, advance }) => {
    await claimed(store, 'idle', { leaseMs, begin: false });
    await advance(leaseMs);
    deepEqual((await claimed(store, 'idle')).takenOver, { attempts: 0, firstAttemptAgeMs: undefined });
  },
  'gives each holder a higher fence, also after the record was removed': async ({ store, advance }) => {
    const first = await claimed(store, 'fence', { leaseMs });
    await advance(leaseMs);
    const second = await claimed(store, 'fence', { begin: false });
    ok(second.lease.fence > first.lease.fence);
    const early = await claimed(store, 'removed', { begin: false });
    await store.release(early.lease, 'not-left');
    ok((await claimed(store, 'removed')).lease.fence > early.lease.fence);
  },
  'lets a holder that overslept do nothing': async ({ store, advance }) => {
    const sleeper = await claimed(store, 'slept', { leaseMs });
    await advance(leaseMs);
    const next = await claimed(store, 'slept');
    equal(await store.begin(sleeper.lease, leaseMs), false);
    equal(await store.defer(sleeper.lease, leaseMs, 'not-left'), false);
    equal(await store.settle(settling(sleeper, failed)), false);
    equal(await store.settle(settling(sleeper, unknown)), false);
    await store.release(sleeper.lease, 'not-left');
    const record = await recordAs(store, { account, requestId: 'slept' }, 'pending');
    equal(record.attempts, next.attempts);
    equal(await store.settle(settling(next, sent)), true);
  },
  'leaves a lease that ran out with its holder while nobody else claims': async ({ store, advance }) => {
    const claim = await claimed(store, 'alone', { leaseMs });
    await advance(leaseMs);
    equal(await store.begin(claim.lease, longLeaseMs), true);
    equal((await store.claim(request('alone'))).type, 'held');
    equal(await store.settle(settling(claim, failed)), true);
  },
  'renews the lease by begin and by defer': async ({ store, advance }) => {
    const one = await claimed(store, 'begin', { leaseMs });
    const other = await claimed(store, 'defer', { leaseMs });
    equal(await store.begin(one.lease, longLeaseMs), true);
    equal(await store.defer(other.lease, longLeaseMs, 'open'), true);
    await advance(leaseMs);
    equal((await store.claim(request('begin'))).type, 'held');
    equal((await store.claim(request('defer'))).type, 'held');
  },
  'answers false for a record that is not there': async ({ store }) => {
    const lease: SendLease = { account, requestId: 'nowhere', fence: 1 };
    equal(await store.begin(lease, leaseMs), false);
    equal(await store.defer(lease, leaseMs, 'open'), false);
    await store.release(lease, 'not-done');
    equal(await store.find(lease), undefined);
  },
};

const attempts: Tests = {
  'counts every attempt, and keeps the moment of the first': async ({ store, advance }) => {
    const { lease, firstAttemptAt } = await claimed(store, 'many');
    await advance(5);
    await store.defer(lease, longLeaseMs, 'open');
    await store.begin(lease, longLeaseMs);
    const record = await recordAs(store, lease, 'pending');
    equal(record.attempts, 2);
    equal(record.firstAttemptAt, firstAttemptAt);
  },
  'does not count an attempt that never left': async ({ store }) => {
    const { lease } = await claimed(store, 'not-left');
    await store.defer(lease, longLeaseMs, 'not-left');
    await store.defer(lease, longLeaseMs, 'not-left');
    const record = await recordAs(store, lease, 'pending');
    equal(record.attempts, 0);
    equal(record.firstAttemptAt, undefined);
  },
  'counts an attempt that did nothing, and leaves nothing open': async ({ store }) => {
    const { lease } = await claimed(store, 'not-done');
    await store.defer(lease, longLeaseMs, 'not-done');
    const record = await recordAs(store, lease, 'pending');
    equal(record.attempts, 1);
    equal(record.firstAttemptAt, undefined);
  },
  'keeps an open attempt open when a later one did nothing': async ({ store }) => {
    const { lease, firstAttemptAt } = await claimed(store, 'open');
    await store.defer(lease, longLeaseMs, 'open');
    await store.begin(lease, longLeaseMs);
    await store.defer(lease, longLeaseMs, 'not-done');
    equal((await store.find(lease))?.firstAttemptAt, firstAttemptAt);
  },
  "keeps a former holder's open attempt when the next one gives up": async ({ store, advance }) => {
    const { firstAttemptAt } = await claimed(store, 'inherited', { leaseMs });
    await advance(leaseMs);
    const next = await claimed(store, 'inherited');
    await store.release(next.lease, 'not-left');
    const record = await recordAs(store, next.lease, 'pending');
    equal(record.firstAttemptAt, firstAttemptAt);
    equal(record.attempts, 1);
  },
  'removes a released record that no request ever left for': async ({ store }) => {
    for (const begin of [true, false]) {
      const { lease } = await claimed(store, 'released', { begin });
      await store.release(lease, 'not-left');
      equal(await store.find(lease), undefined);
    }
  },
  'frees a released record at once, without anything open': async ({ store }) => {
    const { lease } = await claimed(store, 'freed');
    await store.release(lease, 'not-done');
    const next = await claimed(store, 'freed');
    deepEqual(next.takenOver, { attempts: 1, firstAttemptAgeMs: undefined });
    equal(await store.begin(lease, leaseMs), false);
  },
};

const settlements: Tests = {
  'F54: gives msgid 2000000000000000001 back digit by digit': async ({ store }) => {
    await store.settle(settling(await claimed(store, 'msgid'), sent));
    const record = await recordAs(store, { account, requestId: 'msgid' }, 'sent');
    equal(record.result.msgid, '2000000000000000001');
  },
  'keeps the details of a receipt, and a receipt without msgid': async ({ store }) => {
    const details = { invaliduser: ['u2'], unlicenseduser: ['用户'] };
    const partly = await claimed(store, 'details');
    await store.settle(settling(partly, { state: 'sent', result: { msgid: 'm1', details } }));
    deepEqual((await recordAs(store, partly.lease, 'sent')).result, { msgid: 'm1', details });
    const silent = await claimed(store, 'no-msgid');
    await store.settle(settling(silent, { state: 'sent', result: {} }));
    deepEqual((await recordAs(store, silent.lease, 'sent')).result, {});
  },
  'F56: keeps a refusal as failed, with its code and without a msgid': async ({ store }) => {
    const claim = await claimed(store, 'refused');
    await store.settle(settling(claim, failed));
    const record = await recordAs(store, claim.lease, 'failed');
    deepEqual(record.failure, failed.state === 'failed' ? failed.failure : undefined);
    equal(record.firstAttemptAt, undefined);
    ok(!('result' in record));
  },
  'drops the text of a settled message and keeps that of an unknown one': async ({ store }) => {
    for (const settlement of [sent, failed]) {
      const claim = await claimed(store, `text-${settlement.state}`);
      await store.settle(settling(claim, settlement));
      ok(!JSON.stringify(await store.find(claim.lease)).includes('你好'));
    }
    const open = await claimed(store, 'text-unknown');
    await store.settle(settling(open, unknown));
    const record: UnknownRecord = await recordAs(store, open.lease, 'unknown');
    equal(record.payload, request('text-unknown').payload);
  },
  'takes the count of attempts from the holder': async ({ store }) => {
    const claim = await claimed(store, 'counted');
    await store.settle(settling(claim, sent, 3));
    equal((await store.find(claim.lease))?.attempts, 3);
  },
  'may be repeated, whatever the end': async ({ store }) => {
    for (const settlement of [sent, failed, unknown]) {
      const claim = await claimed(store, `repeat-${settlement.state}`);
      equal(await store.settle(settling(claim, settlement)), true);
      equal(await store.settle(settling(claim, settlement)), true);
      equal(await stateOf(store, claim.lease.requestId), settlement.state);
    }
  },
  'lets `sent` win against a later holder and every other end, and nothing against `sent`': async ({
    store,
    advance,
  }) => {
    for (const later of [undefined, failed, unknown]) {
      const requestId = `late-${later?.state}`;
      const early = await claimed(store, requestId, { leaseMs });
      await advance(leaseMs);
      const next = await claimed(store, requestId);
      if (later !== undefined) await store.settle(settling(next, later));
      equal(await store.settle(settling(early, sent)), true);
      equal(await stateOf(store, requestId), 'sent');
      equal(await store.settle(settling(next, failed)), false);
      equal(await store.settle(settling(early, unknown)), false);
      equal(await store.begin(next.lease, leaseMs), false);
      equal(await stateOf(store, requestId), 'sent');
    }
  },
  'keeps the first receipt where both holders got through': async ({ store, advance }) => {
    const early = await claimed(store, 'both', { leaseMs });
    await advance(leaseMs);
    const next = await claimed(store, 'both');
    await store.settle(settling(next, { state: 'sent', result: { msgid: '1' } }));
    equal(await store.settle(settling(early, { state: 'sent', result: { msgid: '2' } })), true);
    equal((await recordAs(store, early.lease, 'sent')).result.msgid, '1');
  },
  'writes a record anew that the store does not have': async ({ store }) => {
    for (const settlement of [sent, failed, unknown]) {
      const claim = await claimed(store, `lost-${settlement.state}`, { begin: false });
      await store.release(claim.lease, 'not-left');
      equal(await store.settle(settling({ ...claim, firstAttemptAt: 1 }, settlement, 1)), true);
      equal(await stateOf(store, claim.lease.requestId), settlement.state);
      equal((await store.claim(request(claim.lease.requestId))).type, 'settled');
    }
  },
  'settles an unknown record by hand, once': async ({ store }) => {
    for (const end of [sent, failed] as const) {
      const claim = await claimed(store, `resolve-${end.state}`);
      await store.settle(settling(claim, unknown));
      equal(await store.resolveUnknown(claim.lease, end as Exclude<Settlement, { state: 'unknown' }>), true);
      equal(await store.resolveUnknown(claim.lease, end as Exclude<Settlement, { state: 'unknown' }>), false);
      ok(!JSON.stringify(await store.find(claim.lease)).includes('你好'));
      equal(await stateOf(store, claim.lease.requestId), end.state);
    }
  },
  'does not touch what is not unknown': async ({ store }) => {
    const result = { state: 'sent', result: { msgid: '1' } } as const;
    const { lease } = await claimed(store, 'pending');
    equal(await store.resolveUnknown(lease, result), false);
    equal(await store.resolveUnknown({ account, requestId: 'nowhere' }, result), false);
    equal(await stateOf(store, 'pending'), 'pending');
  },
};

const labels = { push: 'push-1', group: 'batch', tenant: 'shop 北京' } as const;

function labelsOf(record: SendLabels | undefined): SendLabels {
  return { push: record?.push, group: record?.group, tenant: record?.tenant };
}

const labelling: Tests = {
  'keeps the labels of the first claim through every end': async ({ store }) => {
    for (const settlement of [sent, failed, unknown]) {
      const claim = await claimed(store, `labels-${settlement.state}`, labels);
      deepEqual(labelsOf(await store.find(claim.lease)), labels);
      await store.settle(settling(claim, settlement));
      deepEqual(labelsOf(await store.find(claim.lease)), labels);
    }
    await store.resolveUnknown({ account, requestId: 'labels-unknown' }, { state: 'sent', result: {} });
    deepEqual(labelsOf(await store.find({ account, requestId: 'labels-unknown' })), labels);
  },
  'lets no later claim and no settlement relabel': async ({ store, advance }) => {
    const others = { push: 'push-2', group: 'other', tenant: 'other' };
    await claimed(store, 'relabelled', { ...labels, leaseMs });
    await claimed(store, 'unlabelled', { leaseMs });
    await advance(leaseMs);
    const claim = await claimed(store, 'relabelled', others);
    const bare = await claimed(store, 'unlabelled', others);
    deepEqual(labelsOf(await store.find(claim.lease)), labels);
    await store.settle(settling(claim, sent, 1, others));
    await store.settle(settling(bare, sent, 1, others));
    deepEqual(labelsOf(await store.find(claim.lease)), labels);
    deepEqual(labelsOf(await store.find(bare.lease)), labelsOf(undefined));
  },
  'shows the labels in lists and in answers to other claims': async ({ store }) => {
    await store.release((await claimed(store, 'abandoned', labels)).lease, 'not-done');
    await store.settle(settling(await claimed(store, 'open', labels), unknown));
    const [abandoned] = await store.listPending({ account, leaseExpired: true, limit: 1 });
    deepEqual(labelsOf(abandoned), labels);
    deepEqual(labelsOf((await store.listUnknown({ account, limit: 1 })).records[0]), labels);
    const answer = await store.claim(request('open'));
    ok(answer.type === 'settled');
    deepEqual(labelsOf(answer.record), labels);
  },
  'takes the labels of a record that it does not have from its holder': async ({ store }) => {
    for (const settlement of [sent, failed, unknown]) {
      const claim = await claimed(store, `recalled-${settlement.state}`, { ...labels, begin: false });
      await store.release(claim.lease, 'not-left');
      await store.settle(settling({ ...claim, firstAttemptAt: 1 }, settlement, 1, labels));
      deepEqual(labelsOf(await store.find(claim.lease)), labels);
    }
  },
};

async function sentAs(store: SendStore, requestId: string, msgid: string): Promise<SendKey> {
  const claim = await claimed(store, requestId);
  await store.settle(settling(claim, { state: 'sent', result: { msgid } }));
  return { account, requestId };
}

const delivered: SendDelivery = { state: 'delivered', status: 'success', at: 1_700_000_000_000 };
const blocked: SendDelivery = { state: 'undelivered', status: 'failed:user block', at: 1_700_000_001_000 };

async function deliveryOf(store: SendStore, key: SendKey): Promise<SendDelivery | undefined> {
  return (await recordAs(store, key, 'sent')).delivery;
}

const deliveries: Tests = {
  'F54: finds a sent record by an id of 64 bits, digit by digit': async ({ store }) => {
    const ids = ['2000000000000000001', '2000000000000000002', '9223372036854775807', '7'];
    for (const id of ids) await sentAs(store, `by-${id}`, id);
    for (const id of ids) {
      const record = await store.findByMsgid(account, id);
      equal(record?.requestId, `by-${id}`);
      equal(record?.result.msgid, id);
    }
  },
  "finds nothing under an unknown id, and nothing of another account's": async ({ store }) => {
    await sentAs(store, 'mine', '2000000000000000001');
    await store.settle(settling(await claimed(store, 'no-id'), { state: 'sent', result: {} }));
    for (const id of ['2000000000000000003', '2000000000000000000', '0', '']) {
      equal(await store.findByMsgid(account, id), undefined);
    }
    equal(await store.findByMsgid('wx0000000000000002', '2000000000000000001'), undefined);
  },
  'finds a record that was settled by hand, or that the store did not have': async ({ store }) => {
    const open = await claimed(store, 'by-hand');
    await store.settle(settling(open, unknown));
    await store.resolveUnknown(open.lease, { state: 'sent', result: { msgid: '11' } });
    equal((await store.findByMsgid(account, '11'))?.requestId, 'by-hand');
    const gone = await claimed(store, 'gone', { begin: false });
    await store.release(gone.lease, 'not-left');
    await store.settle(settling(gone, { state: 'sent', result: { msgid: '12' } }, 1));
    equal((await store.findByMsgid(account, '12'))?.requestId, 'gone');
  },
  'notes a delivery on the record that was sent under this id, and on nothing else': async ({ store }) => {
    const key = await sentAs(store, 'noted', '2000000000000000001');
    equal(await store.noteDelivery(key, '2000000000000000002', delivered), false);
    equal(await store.noteDelivery({ account, requestId: 'nowhere' }, '1', delivered), false);
    await claimed(store, 'pending');
    equal(await store.noteDelivery({ account, requestId: 'pending' }, '', delivered), false);
    const open = await claimed(store, 'unknown');
    await store.settle(settling(open, unknown));
    equal(await store.noteDelivery(open.lease, '2000000000000000001', delivered), false);
    equal(await deliveryOf(store, key), undefined);
    equal(await store.noteDelivery(key, '2000000000000000001', blocked), true);
    deepEqual(await deliveryOf(store, key), blocked);
    deepEqual((await store.findByMsgid(account, '2000000000000000001'))?.delivery, blocked);
  },
  'keeps the latest word by its own moment, in whatever order it comes, however often': async ({ store }) => {
    const key = await sentAs(store, 'words', '21');
    for (const word of [delivered, delivered, blocked, blocked, delivered]) {
      equal(await store.noteDelivery(key, '21', word), true);
    }
    deepEqual(await deliveryOf(store, key), blocked);
  },
  'keeps a delivery when the message is settled or claimed once more, and makes the record no younger':
    async ({ store, advance }) => {
      const claim = await claimed(store, 'survives');
      const settlement: Settlement = { state: 'sent', result: { msgid: '31' } };
      await store.settle(settling(claim, settlement));
      const { updatedAt } = await recordAs(store, claim.lease, 'sent');
      await advance(5);
      await store.noteDelivery(claim.lease, '31', delivered);
      equal(await store.settle(settling(claim, settlement)), true);
      equal(await store.settle(settling(claim, failed)), false);
      const answer = await store.claim(request('survives', { reopenFailed: true, reopenUnknown: 'always' }));
      ok(answer.type === 'settled' && answer.record.state === 'sent');
      deepEqual(answer.record.delivery, delivered);
      equal(answer.record.updatedAt, updatedAt);
    },
};

type Fields = Omit<SendQuery, 'account' | 'limit'>;

/** All pages of a search; `undefined` where the store cannot search. */
async function found(store: SendStore, fields: Fields, limit = 100): Promise<string[] | undefined> {
  if (store.search === undefined) return undefined;
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.search({ ...fields, account, limit, cursor });
    ok(page.records.length <= limit);
    ids.push(...page.records.map(({ requestId }) => requestId));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return ids;
}

/** Searches what a store that can search has to find; the order is that of creation. */
async function finds(store: SendStore, fields: Fields, expected: readonly string[]): Promise<void> {
  if (store.search !== undefined) deepEqual(await found(store, fields), expected, JSON.stringify(fields));
}

/** Four messages, each created some time after the one before. */
async function someMessages({ store, advance }: SendStoreHarness): Promise<number[]> {
  const createdAt: number[] = [];
  const messages: Partial<ClaimRequest>[] = [
    { recipient: 'u1', push: 'p1' },
    { recipient: 'u2', push: 'p1', endpoint: 'custom.send' },
    { recipient: 'u1', push: undefined },
    { recipient: undefined, push: 'p2' },
  ];
  for (const [index, changes] of messages.entries()) {
    const { lease } = await claimed(store, `m${index}`, changes);
    createdAt.push((await store.find(lease))?.createdAt ?? 0);
    await advance(2);
  }
  await claimed(store, 'm0', { account: 'wx0000000000000002', recipient: 'u1', push: 'p1' });
  return createdAt;
}

const searches: Tests = {
  'finds by each field, oldest creation first': async (harness) => {
    const { store } = harness;
    const [, second = 0, third = 0] = await someMessages(harness);
    await finds(store, {}, ['m0', 'm1', 'm2', 'm3']);
    await finds(store, { requestId: 'm1' }, ['m1']);
    await finds(store, { requestId: 'M1' }, []);
    await finds(store, { recipient: 'u1' }, ['m0', 'm2']);
    await finds(store, { push: 'p1' }, ['m0', 'm1']);
    await finds(store, { endpoint: 'template.send' }, ['m0', 'm2', 'm3']);
    await finds(store, { createdFrom: second }, ['m1', 'm2', 'm3']);
    await finds(store, { createdBefore: third }, ['m0', 'm1']);
    await finds(store, { createdFrom: second, createdBefore: third }, ['m1']);
  },
  'finds by state, and keeps the place that creation gave': async (harness) => {
    const { store } = harness;
    await someMessages(harness);
    const ends = [sent, failed, unknown];
    for (const [index, end] of ends.entries()) {
      const claim = await claimed(store, `s${index}`);
      await store.settle(settling(claim, end));
    }
    await finds(store, { states: ['sent'] }, ['s0']);
    await finds(store, { states: ['unknown', 'failed'] }, ['s1', 's2']);
    await finds(store, { states: ['pending'] }, ['m0', 'm1', 'm2', 'm3']);
    await finds(store, { states: [] }, []);
    await store.resolveUnknown({ account, requestId: 's2' }, { state: 'sent', result: {} });
    await finds(store, { states: ['sent'] }, ['s0', 's2']);
  },
  'finds by several fields at once, and nothing where they do not meet': async (harness) => {
    const { store } = harness;
    const [first = 0] = await someMessages(harness);
    await finds(store, { push: 'p1', recipient: 'u1' }, ['m0']);
    await finds(store, { push: 'p1', endpoint: 'custom.send', states: ['pending'] }, ['m1']);
    await finds(store, { push: 'p2', recipient: 'u1' }, []);
    await finds(store, { recipient: 'u1', createdFrom: first + 1 }, ['m2']);
    await finds(store, { requestId: 'm0', createdBefore: first }, []);
    await finds(store, { recipient: "u1' OR '1'='1" }, []);
  },
  'shows whole records, of every state': async ({ store }) => {
    const key = await sentAs(store, 'whole', '41');
    await store.noteDelivery(key, '41', delivered);
    const page = await store.search?.({ account, limit: 5 });
    if (page !== undefined) deepEqual(page, { records: [await store.find(key)], cursor: undefined });
  },
  'pages without gaps and repeats while messages are added': async ({ store, advance }) => {
    if (store.search === undefined) return;
    const before = Array.from({ length: 7 }, (_, index) => `before-${index}`);
    for (const requestId of before) await claimed(store, requestId, { push: 'paged' });
    await advance(2);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.search({ account, push: 'paged', limit: 2, cursor });
      for (const { requestId } of page.records) {
        seen.push(requestId);
        if (!requestId.startsWith('before')) continue;
        await claimed(store, `after-${requestId}`, { push: 'paged' });
      }
      cursor = page.cursor;
    } while (cursor !== undefined);
    deepEqual([...new Set(seen)], seen);
    deepEqual(seen.filter((id) => id.startsWith('before')).sort(), before);
    equal(seen.length, 14);
  },
  'names no next page after the last one, also where it is full': async ({ store }) => {
    for (const requestId of ['a', 'b', 'c', 'd']) await claimed(store, requestId);
    const first = await store.search?.({ account, limit: 2 });
    const last = await store.search?.({ account, limit: 2, cursor: first?.cursor });
    equal(last?.records.length, first && 2);
    equal(last?.cursor, undefined);
  },
  'refuses a cursor from elsewhere': async ({ store }) => {
    if (store.search !== undefined) await rejects(store.search({ account, limit: 2, cursor: 'elsewhere' }));
  },
};

const cleaning: Tests = {
  'cleans nothing that is not past its retention': async ({ store }) => {
    await sentAs(store, 'young', '51');
    await claimed(store, 'open');
    equal((await store.clean?.(account)) ?? 0, 0);
    equal(await stateOf(store, 'young'), 'sent');
    equal(await stateOf(store, 'open'), 'pending');
  },
};

const lists: Tests = {
  'lists what dead holders left, the longest abandoned first, and nothing else': async ({
    store,
    advance,
  }) => {
    await claimed(store, 'second', { leaseMs: 2 });
    await claimed(store, 'first', { leaseMs: 1 });
    await claimed(store, 'alive');
    await store.release((await claimed(store, 'free')).lease, 'not-done');
    await store.settle(settling(await claimed(store, 'done', { leaseMs: 1 }), sent));
    await claimed(store, 'elsewhere', { leaseMs: 1, account: 'wx0000000000000002' });
    await advance(10);
    const list = await store.listPending({ account, leaseExpired: true, limit: 10 });
    const ids = list.map(({ requestId }) => requestId);
    deepEqual([...ids].sort(), ['first', 'free', 'second']);
    deepEqual(
      list.map(({ leaseUntil }) => leaseUntil),
      list.map(({ leaseUntil }) => leaseUntil).sort((one, other) => one - other),
    );
    equal(list[0]?.payload, request('first').payload);
    equal((await store.listPending({ account, leaseExpired: true, limit: 2 })).length, 2);
  },
  'pages through what is unknown, also while it is being settled': async ({ store }) => {
    const all = Array.from({ length: 7 }, (_, index) => `unknown-${index}`);
    for (const requestId of all) await store.settle(settling(await claimed(store, requestId), unknown));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.listUnknown({ account, limit: 3, cursor });
      for (const { requestId } of page.records) {
        seen.push(requestId);
        await store.resolveUnknown(
          { account, requestId },
          { state: 'failed', failure: { code: 'API_ERROR', message: 'by hand' } },
        );
      }
      cursor = page.cursor;
    } while (cursor !== undefined);
    deepEqual(seen, all);
    deepEqual(await store.listUnknown({ account, limit: 3 }), { records: [], cursor: undefined });
  },
  'counts by state, through every change of state': async ({ store }) => {
    deepEqual(await store.count(account), { pending: 0, sent: 0, failed: 0, unknown: 0 });
    await claimed(store, 'pending');
    await store.settle(settling(await claimed(store, 'sent'), sent));
    const refused = await claimed(store, 'failed');
    await store.settle(settling(refused, failed));
    await store.settle(settling(await claimed(store, 'unknown-1'), unknown));
    await store.settle(settling(await claimed(store, 'unknown-2'), unknown));
    deepEqual(await store.count(account), { pending: 1, sent: 1, failed: 1, unknown: 2 });
    await store.resolveUnknown({ account, requestId: 'unknown-1' }, { state: 'sent', result: {} });
    await claimed(store, 'unknown-2', { reopenUnknown: 'always' });
    await store.settle(settling(await claimed(store, 'failed', { reopenFailed: true }), sent));
    deepEqual(await store.count(account), { pending: 2, sent: 3, failed: 0, unknown: 0 });
  },
  'forgets the doubt about a message whose success is told late': async ({ store }) => {
    for (const doubt of [unknown, failed]) {
      const claim = await claimed(store, `late-${doubt.state}`);
      await store.settle(settling(claim, doubt));
      await store.settle(settling(claim, sent));
    }
    deepEqual(await store.listUnknown({ account, limit: 5 }), { records: [], cursor: undefined });
    deepEqual(await store.count(account), { pending: 0, sent: 2, failed: 0, unknown: 0 });
  },
};

/**
 * What every SendStore must do. Run it on a store of your own:
 * `sendStoreContract({ describe, it }, async () => ({ store, advance }))`.
 */
export function sendStoreContract(
  { describe, it }: TestRunner,
  create: () => Promise<SendStoreHarness>,
): void {
  const groups: Readonly<Record<string, Tests>> = {
    claiming,
    leases,
    attempts,
    settlements,
    labelling,
    deliveries,
    searches,
    cleaning,
    lists,
  };
  for (const [group, tests] of Object.entries(groups)) {
    describe(group, () => {
      for (const [name, test] of Object.entries(tests)) it(name, () => onFresh(create, test));
    });
  }
}
