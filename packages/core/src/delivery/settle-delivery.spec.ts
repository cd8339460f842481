import { describe, expect, it, vi } from 'vitest';
import type { Clock } from '../clock/clock.js';
import { MemorySendStore } from '../send/memory-send-store.js';
import type { SendStore } from '../send/send-store.js';
import { Telemetry } from '../telemetry/telemetry.js';
import { ManualClock } from '../testing/manual-clock.js';
import type { DeliveryReport } from './delivery-report.js';
import { settleDelivery } from './settle-delivery.js';

const account = 'wx0000000000000001';
const recipient = 'oTEST00000000000000000000001';
const endpoint = 'subscribeMessage.send';
const leaseMs = 30_000;

/** As the store in Redis is. */
class UnsearchableStore extends MemorySendStore {}
Object.defineProperty(UnsearchableStore.prototype, 'search', { value: undefined });

async function claim(store: SendStore, requestId: string, templateId = 'T1') {
  const payload = JSON.stringify({ touser: recipient, template_id: templateId });
  const known = { endpoint, fingerprint: requestId, payload, recipient };
  const answer = await store.claim({
    ...{ account, requestId, ...known, leaseMs, begin: true },
    ...{ reopenUnknown: 'never', reopenFailed: false },
  });
  if (answer.type !== 'claimed') throw new Error(answer.type);
  return { lease: answer.lease, attempts: 1, known: { ...known, firstAttemptAt: answer.firstAttemptAt } };
}

async function lose(store: SendStore, requestId: string, templateId?: string) {
  const failure = { code: 'OUTCOME_UNKNOWN', message: 'cut' };
  await store.settle({
    ...(await claim(store, requestId, templateId)),
    settlement: { state: 'unknown', failure },
  });
}

function setUp({ canSearch = true } = {}) {
  const clock = new ManualClock();
  const telemetry = new Telemetry();
  const store: SendStore = new (canSearch ? MemorySendStore : UnsearchableStore)({ clock });
  const report = (msgid: string | undefined, more: Partial<DeliveryReport> = {}): DeliveryReport => ({
    msgid,
    recipient,
    endpoints: [endpoint],
    delivery: { state: 'delivered', status: 'success', at: clock.now() },
    ...more,
  });
  const settle = (of: DeliveryReport, options = {}) =>
    settleDelivery({ account, store, clock, telemetry }, of, options);
  return { clock, telemetry, store, report, settle };
}

describe('settling by callback', () => {
  it('takes the only unknown message of the recipient for the one that is meant, and writes its id', async () => {
    const { store, report, settle } = setUp();
    await lose(store, 'a1');
    expect(await settle(report('7'))).toEqual({ type: 'resolved', requestId: 'a1', state: 'delivered' });
    expect(await store.find({ account, requestId: 'a1' })).toMatchObject({
      state: 'sent',
      result: { msgid: '7' },
      delivery: { state: 'delivered', status: 'success' },
    });
  });

  it('changes nothing where two unknown messages may be meant', async () => {
    const { store, report, settle } = setUp();
    await lose(store, 'a1');
    await lose(store, 'a2');
    expect(await settle(report('7'))).toEqual({ type: 'ambiguous', requestIds: ['a1', 'a2'] });
    expect(await store.count(account)).toMatchObject({ unknown: 2, sent: 0 });
  });

  it('tells two unknown messages apart by the template that the callback names', async () => {
    const { store, report, settle } = setUp();
    await lose(store, 'a1', 'T1');
    await lose(store, 'a2', 'T2');
    const named = report('7', { fields: { template_id: 'T2' } });
    expect(await settle(named)).toMatchObject({ type: 'resolved', requestId: 'a2' });
  });

  it('takes none where a message that was sent without an id may be meant as well', async () => {
    const { store, report, settle } = setUp();
    await store.settle({ ...(await claim(store, 'a1')), settlement: { state: 'sent', result: {} } });
    await lose(store, 'a2');
    expect(await settle(report('7'))).toEqual({ type: 'ambiguous', requestIds: ['a2', 'a1'] });
  });

  it.each([
    ['the recipient is another', { recipient: 'oOTHER' }],
    ['the endpoint is another', { endpoints: ['template.send'] }],
    ['the template is another', { fields: { template_id: 'T9' } }],
  ])('leaves an unknown message alone where %s', async (_, more) => {
    const { store, report, settle } = setUp();
    await lose(store, 'a1');
    expect(await settle(report('7', more))).toEqual({ type: 'unmatched' });
    expect(await store.count(account)).toMatchObject({ unknown: 1 });
  });

  it('leaves an unknown message alone whose request left before the window, or after the callback', async () => {
    const { clock, store, report, settle } = setUp();
    const early = report('6');
    await clock.advance(60_000);
    await lose(store, 'a1');
    expect(await settle(early)).toEqual({ type: 'unmatched' });
    await clock.advance(700_000);
    expect(await settle(report('7'))).toEqual({ type: 'unmatched' });
    expect(await settle(report('7'), { windowMs: 800_000 })).toMatchObject({ type: 'resolved' });
  });

  it('repeats nothing: the same callback again notes what is known, also one without an id', async () => {
    const { store, report, settle, telemetry } = setUp();
    const told: string[] = [];
    telemetry.on('send.delivery-noted', ({ how }) => told.push(how));
    await lose(store, 'a1');
    const first = report('7');
    await settle(first);
    await lose(store, 'a2');
    expect(await settle(first)).toEqual({ type: 'noted', requestId: 'a1', state: 'delivered' });
    expect(await settle(report(undefined))).toEqual({ type: 'unmatched' });
    expect(await store.count(account)).toMatchObject({ sent: 1, unknown: 1 });
    expect(told).toEqual(['resolved']);
  });

  it('keeps the latest word where callbacks come out of order', async () => {
    const { clock, store, report, settle } = setUp();
    await store.settle({
      ...(await claim(store, 'a1')),
      settlement: { state: 'sent', result: { msgid: '7' } },
    });
    const older = report('7');
    await clock.advance(1_000);
    const status = 'failed:user block';
    await settle(report('7', { delivery: { state: 'undelivered', status, at: clock.now() } }));
    await settle(older);
    expect(await store.find({ account, requestId: 'a1' })).toMatchObject({
      state: 'sent',
      delivery: { state: 'undelivered', status },
    });
  });

  it.each([true, false])(
    'waits for a message that it has overtaken (store can search: %s)',
    async (canSearch) => {
      const { clock, store, report, settle } = setUp({ canSearch });
      const underWay = await claim(store, 'a1');
      await lose(store, 'a2');
      const settling = settle(report('7'));
      await clock.advance(200);
      await store.settle({ ...underWay, settlement: { state: 'sent', result: { msgid: '7' } } });
      await clock.advance(1_000);
      expect(await settling).toEqual({ type: 'noted', requestId: 'a1', state: 'delivered' });
      expect(await store.count(account)).toMatchObject({ unknown: 1 });
    },
  );

  it('goes on waiting where the process was paused for longer than that', async () => {
    const { clock, store, telemetry, report } = setUp();
    const underWay = await claim(store, 'a1');
    let lateMs = 0;
    const pausing: Clock = {
      now: () => clock.now(),
      monotonic: () => clock.monotonic() + lateMs,
      sleep: async (durationMs, signal) => {
        await clock.sleep(durationMs, signal);
        lateMs += 5_000;
      },
    };
    const settling = settleDelivery({ account, store, clock: pausing, telemetry }, report('7'));
    await clock.advance(200);
    await store.settle({ ...underWay, settlement: { state: 'sent', result: { msgid: '7' } } });
    await clock.advance(1_000);
    expect(await settling).toEqual({ type: 'noted', requestId: 'a1', state: 'delivered' });
  });

  it('gives up on one that does not end, and changes nothing', async () => {
    const { clock, store, report, settle } = setUp();
    await claim(store, 'a1');
    await lose(store, 'a2');
    const settling = settle(report('7'));
    await clock.advance(4_000);
    expect(await settling).toEqual({ type: 'ambiguous', requestIds: ['a2', 'a1'] });
    expect(await store.count(account)).toMatchObject({ pending: 1, unknown: 1 });
  });

  it.each([true, false])('settles a message whose process died (store can search: %s)', async (canSearch) => {
    const { clock, store, report, settle } = setUp({ canSearch });
    await claim(store, 'a1');
    await clock.advance(120_000);
    const settling = settle(report('7'));
    await clock.advance(4_000);
    expect(await settling).toMatchObject({ type: 'resolved', requestId: 'a1' });
    expect(await store.find({ account, requestId: 'a1' })).toMatchObject({
      state: 'sent',
      result: { msgid: '7' },
      attempts: 1,
      delivery: { state: 'delivered' },
    });
  });

  it('is one settlement where two processes hear the same callback', async () => {
    const { clock, store, report, settle } = setUp();
    await lose(store, 'a1');
    const both = Promise.all([settle(report('7')), settle(report('7'))]);
    await clock.advance(1_000);
    const answers = await both;
    expect(answers.map(({ type }) => type).sort()).toEqual(['noted', 'resolved']);
  });

  it('stops waiting when its signal says so', async () => {
    const { store, report, settle } = setUp({ canSearch: false });
    await lose(store, 'a1');
    const controller = new AbortController();
    const settling = settle(report('7'), { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(settling).rejects.toThrow('enough');
  });

  it('looks through all open messages once only, where the store cannot search', async () => {
    const { clock, store, report, settle } = setUp({ canSearch: false });
    await lose(store, 'a1');
    const looks = vi.spyOn(store, 'listUnknown');
    const settling = settle(report('7'));
    await clock.advance(2_900);
    expect(looks).not.toHaveBeenCalled();
    await clock.advance(1_000);
    expect(await settling).toMatchObject({ type: 'resolved' });
    expect(looks).toHaveBeenCalledTimes(1);
  });

  it('names a wrong option', async () => {
    const { report, settle } = setUp();
    await expect(settle(report('7'), { windowMs: -1 })).rejects.toMatchObject({ code: 'CONFIG' });
  });
});
