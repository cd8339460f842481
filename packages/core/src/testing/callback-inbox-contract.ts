import { deepEqual, equal, ok } from 'node:assert/strict';
import type { CallbackInbox, InboxEntry, InboxLease } from '../callback/callback-inbox.js';
import { onFresh, type StoreHarness, type TestRunner } from './contract-runner.js';

/** Its inbox is empty, or at least free of the accounts `wx0000000000000001` and `wx0000000000000002`. */
export type CallbackInboxHarness = StoreHarness<CallbackInbox>;

const account = 'wx0000000000000001';
/** Short, because an inbox with a clock of its own has to wait it out. */
const shortMs = 60;
const longMs = 600_000;
const content = '{"format":"xml","fields":{"Content":"你好😀 \\"quoted\\" \\\\ 0012"}}';

/** An event as the receiver takes it in, with what a test changes. */
function entry(changes: Partial<InboxEntry> = {}): InboxEntry {
  return {
    account,
    eventKey: 'event-1',
    nonceKey: `nonce-of-${changes.eventKey ?? 'event-1'}`,
    bodyDigest: 'digest-1',
    content,
    leaseMs: longMs,
    rememberMs: longMs,
    replayMs: longMs,
    ...changes,
  };
}

async function taken(inbox: CallbackInbox, changes: Partial<InboxEntry> = {}): Promise<InboxLease> {
  const answer = await inbox.take(entry(changes));
  if (answer.type !== 'taken') throw new Error(`expected the event to be taken, got ${answer.type}`);
  return answer.lease;
}

type Check = (name: string, body: (harness: CallbackInboxHarness) => Promise<void>) => void;

/**
 * What every `CallbackInbox` must do. Run it over an inbox of your own:
 *
 * ```ts
 * callbackInboxContract({ describe, it }, async () => ({ store: new MyInbox(), advance: sleep }));
 * ```
 *
 * @param create answers a fresh, empty inbox for each test
 */
export function callbackInboxContract(
  { describe, it }: TestRunner,
  create: () => Promise<CallbackInboxHarness>,
): void {
  const check: Check = (name, body) => it(name, () => onFresh(create, body));
  describe('an inbox of callbacks', () => {
    repetitions(check);
    signatures(check);
    leases(check);
    abandoned(check);
    memory(check);
  });
}

function repetitions(check: Check): void {
  check('gives a new event to whoever asks, and its repetitions to nobody', async ({ store }) => {
    const lease = await taken(store);
    equal(lease.attempt, 1);
    equal(lease.eventKey, 'event-1');
    equal(lease.rememberMs, longMs);
    deepEqual(await store.take(entry()), { type: 'repeated', reply: undefined });
  });

  check('gives an event to one of many that ask at once', async ({ store }) => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => store.take(entry())));
    equal(answers.filter(({ type }) => type === 'taken').length, 1);
    equal(answers.filter(({ type }) => type === 'repeated').length, 29);
  });

  check('answers a repetition of what was handled with its reply', async ({ store }) => {
    const reply = '{"body":"<xml>你好</xml>"}';
    equal(await store.finish(await taken(store), reply), true);
    deepEqual(await store.take(entry()), { type: 'repeated', reply });
    equal(await store.finish(await taken(store, { eventKey: 'event-2' }), undefined), true);
    deepEqual(await store.take(entry({ eventKey: 'event-2' })), { type: 'repeated', reply: undefined });
    equal(await store.finish(await taken(store, { eventKey: 'event-3' }), ''), true);
    deepEqual(await store.take(entry({ eventKey: 'event-3' })), { type: 'repeated', reply: '' });
  });

  check('F118: keeps the events and the accounts apart', async ({ store }) => {
    await taken(store);
    await taken(store, { eventKey: 'event-2', nonceKey: 'nonce-of-event-1' });
    await taken(store, { account: 'wx0000000000000002' });
    await taken(store, { account: 'wx0000000000000002', eventKey: 'event-2' });
  });
}

function signatures(check: Check): void {
  check('a signature with another body is a replay, with the same body a repetition', async ({ store }) => {
    await taken(store);
    const forged = { eventKey: 'event-2', nonceKey: 'nonce-of-event-1', bodyDigest: 'digest-2' };
    deepEqual(await store.take(entry(forged)), { type: 'replayed' });
    deepEqual(await store.take(entry({ bodyDigest: 'digest-2' })), { type: 'replayed' });
    equal((await store.take(entry())).type, 'repeated');
    equal((await store.take(entry({ eventKey: 'event-2' }))).type, 'taken');
  });

  check('a replay leaves nothing behind', async ({ store }) => {
    await taken(store);
    await store.take(entry({ eventKey: 'event-2', nonceKey: 'nonce-of-event-1', bodyDigest: 'digest-2' }));
    equal((await taken(store, { eventKey: 'event-2', bodyDigest: 'digest-2' })).attempt, 1);
  });

  check('forgets a signature after its time', async ({ store, advance }) => {
    await taken(store, { replayMs: shortMs });
    await advance(shortMs + 20);
    await taken(store, { eventKey: 'event-2', nonceKey: 'nonce-of-event-1', bodyDigest: 'digest-2' });
  });

  check('a signature of one account says nothing of another', async ({ store }) => {
    await taken(store);
    await taken(store, { account: 'wx0000000000000002', bodyDigest: 'digest-2' });
  });
}

function leases(check: Check): void {
  check('gives an event to the next that brings it, once its lease ran out', async ({ store, advance }) => {
    const first = await taken(store, { leaseMs: shortMs });
    await advance(shortMs + 20);
    const second = await taken(store);
    equal(second.attempt, 2);
    equal(await store.renew(first, longMs), false);
    equal(await store.giveBack(first, 0), false);
    equal(await store.finish(first, 'late'), false);
    equal(await store.finish(second, 'in time'), true);
    deepEqual(await store.take(entry()), { type: 'repeated', reply: 'in time' });
  });

  check('a renewed lease goes on', async ({ store, advance }) => {
    const lease = await taken(store, { leaseMs: shortMs });
    equal(await store.renew(lease, longMs), true);
    await advance(shortMs + 20);
    equal((await store.take(entry())).type, 'repeated');
    deepEqual(await store.takeAbandoned(account, 10, longMs), []);
    equal(await store.finish(lease, undefined), true);
  });

  check('a lease that ran out and was taken by nobody can still be renewed', async ({ store, advance }) => {
    const lease = await taken(store, { leaseMs: shortMs });
    await advance(shortMs + 20);
    equal(await store.renew(lease, longMs), true);
    equal((await store.take(entry())).type, 'repeated');
  });

  check('what is handled can be neither renewed nor given back', async ({ store }) => {
    const lease = await taken(store);
    equal(await store.finish(lease, 'reply'), true);
    equal(await store.renew(lease, longMs), false);
    equal(await store.giveBack(lease, 0), false);
    deepEqual(await store.take(entry()), { type: 'repeated', reply: 'reply' });
  });

  check('takes the same finish twice, since an answer may get lost', async ({ store }) => {
    const lease = await taken(store);
    equal(await store.finish(lease, 'reply'), true);
    equal(await store.finish(lease, 'reply'), true);
  });

  check('keeps the count of calls that the holder names', async ({ store }) => {
    const lease = await taken(store);
    equal(await store.renew({ ...lease, attempt: 2 }, longMs), true);
    equal(await store.giveBack({ ...lease, attempt: 3 }, longMs), true);
    equal((await taken(store)).attempt, 4);
  });
}

function abandoned(check: Check): void {
  check('finds an event whose lease ran out, and gives it to one', async ({ store, advance }) => {
    await taken(store, { leaseMs: shortMs });
    deepEqual(await store.takeAbandoned(account, 10, longMs), []);
    await advance(shortMs + 20);
    const found = await Promise.all(
      Array.from({ length: 10 }, () => store.takeAbandoned(account, 10, longMs)),
    );
    const [only, ...others] = found.flat();
    equal(others.length, 0);
    equal(only?.content, content);
    equal(only.lease.attempt, 2);
    equal(only.lease.rememberMs, longMs);
    equal((await store.take(entry())).type, 'repeated');
    equal(await store.finish(only.lease, undefined), true);
  });

  check('finds what was given back after its delay; a repetition takes it at once', async (harness) => {
    const { store, advance } = harness;
    equal(await store.giveBack(await taken(store), longMs), true);
    deepEqual(await store.takeAbandoned(account, 10, longMs), []);
    const again = await taken(store);
    equal(again.attempt, 2);
    equal(await store.giveBack(again, shortMs), true);
    await advance(shortMs + 20);
    const [found] = await store.takeAbandoned(account, 10, longMs);
    equal(found?.lease.attempt, 3);
    equal(await store.giveBack(again, 0), false);
  });

  check('finds no more than it was asked for, the one that waits longest first', async (harness) => {
    const { store, advance } = harness;
    for (const [place, eventKey] of ['c', 'a', 'b'].entries()) {
      equal(await store.giveBack(await taken(store, { eventKey }), 1 + 10 * place), true);
    }
    await advance(shortMs);
    const first = await store.takeAbandoned(account, 2, longMs);
    deepEqual(
      first.map(({ lease }) => lease.eventKey),
      ['c', 'a'],
    );
    equal((await store.takeAbandoned(account, 2, longMs)).length, 1);
  });

  check('finds only what belongs to the account, and nothing that is handled', async (harness) => {
    const { store, advance } = harness;
    await taken(store, { account: 'wx0000000000000002', leaseMs: shortMs });
    equal(await store.finish(await taken(store, { leaseMs: shortMs }), undefined), true);
    await advance(shortMs + 20);
    deepEqual(await store.takeAbandoned(account, 10, longMs), []);
    equal((await store.takeAbandoned('wx0000000000000002', 10, longMs)).length, 1);
  });
}

function memory(check: Check): void {
  check('forgets what was handled after its time', async ({ store, advance }) => {
    equal(await store.finish(await taken(store, { rememberMs: shortMs }), 'reply'), true);
    await advance(shortMs + 20);
    equal((await taken(store)).attempt, 1);
  });

  check('an event waits no longer than it is remembered, however often it was taken', async (harness) => {
    const { store, advance } = harness;
    equal(await store.giveBack(await taken(store, { rememberMs: 3 * shortMs, leaseMs: 10 }), 0), true);
    await advance(2 * shortMs);
    const [again] = await store.takeAbandoned(account, 10, 10);
    ok(again !== undefined);
    equal(await store.giveBack(again.lease, 0), true);
    await advance(2 * shortMs);
    deepEqual(await store.takeAbandoned(account, 10, 10), []);
    equal((await taken(store)).attempt, 1);
  });

  check('a lease goes on beyond what is remembered', async ({ store, advance }) => {
    const lease = await taken(store, { rememberMs: shortMs });
    await advance(shortMs + 20);
    equal((await store.take(entry())).type, 'repeated');
    equal(await store.finish(lease, undefined), true);
  });

  check('an event that it does not know is written anew by whoever handles it', async ({ store }) => {
    const lost = { account, eventKey: 'event-1', token: 'from-before', attempt: 1, rememberMs: longMs };
    equal(await store.giveBack(lost, 0), false);
    equal(await store.renew(lost, longMs), true);
    equal((await store.take(entry())).type, 'repeated');
    equal(await store.finish(lost, 'reply'), true);
    deepEqual(await store.take(entry()), { type: 'repeated', reply: 'reply' });
    equal(await store.finish({ ...lost, eventKey: 'event-2' }, 'other'), true);
    deepEqual(await store.take(entry({ eventKey: 'event-2' })), { type: 'repeated', reply: 'other' });
  });

  check('an event without its content waits for the platform to bring it again', async (harness) => {
    const { store, advance } = harness;
    const lost = { account, eventKey: 'event-1', token: 'from-before', attempt: 1, rememberMs: longMs };
    equal(await store.renew(lost, shortMs), true);
    await advance(shortMs + 20);
    deepEqual(await store.takeAbandoned(account, 10, longMs), []);
    equal((await taken(store)).attempt, 2);
  });
}
