import { describe, expect, it } from 'vitest';
import { claimedBy, failed, sent, settleOf } from '../../test/support/send-fixtures.js';
import { ManualClock } from '../testing/manual-clock.js';
import { sendStoreContract } from '../testing/send-store-contract.js';
import { MemorySendStore } from './memory-send-store.js';

describe('MemorySendStore', () => {
  sendStoreContract({ describe, it }, async () => {
    const clock = new ManualClock();
    return { store: new MemorySendStore({ clock }), advance: (durationMs) => clock.advance(durationMs) };
  });

  it('forgets the oldest settled record for want of room, never an open one', async () => {
    const store = new MemorySendStore({ maxRecords: 3 });
    await claimedBy(store, 'open');
    for (const id of ['s1', 's2', 's3']) await store.settle(settleOf(await claimedBy(store, id), sent));
    const { account } = settleOf(await claimedBy(store, 'last'), sent).lease;
    expect(await store.find({ account, requestId: 'open' })).toBeDefined();
    expect(await store.find({ account, requestId: 's2' })).toBeUndefined();
    expect(await store.find({ account, requestId: 's3' })).toBeDefined();
  });

  it('forgets a message that was sent again by its latest end', async () => {
    const store = new MemorySendStore({ maxRecords: 3 });
    for (const [id, end] of [
      ['f1', failed],
      ['s2', sent],
      ['s3', sent],
    ] as const) {
      await store.settle(settleOf(await claimedBy(store, id), end));
    }
    const again = await claimedBy(store, 'f1', { reopenFailed: true });
    await store.settle(settleOf(again, sent));
    const { account } = again.lease;
    for (const id of ['s2', 's3']) {
      await claimedBy(store, `more than ${id}`);
      expect(await store.find({ account, requestId: id })).toBeUndefined();
    }
    expect(await store.find({ account, requestId: 'f1' })).toMatchObject({ state: 'sent' });
  });

  it('refuses a new message where every record is open', async () => {
    const store = new MemorySendStore({ maxRecords: 1 });
    await claimedBy(store, 'open');
    await expect(claimedBy(store, 'more')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  it('forgets settled records after their retention', async () => {
    const clock = new ManualClock();
    const store = new MemorySendStore({ clock, retentionMs: 1000 });
    const old = await claimedBy(store, 'old');
    await store.settle(settleOf(old, sent));
    await claimedBy(store, 'open');
    await clock.advance(1000);
    await claimedBy(store, 'next');
    expect(await store.find(old.lease)).toBeUndefined();
    expect(await store.count(old.lease.account)).toMatchObject({ pending: 2 });
  });

  it('forgets a delivered message when its time has come, not later, and its msgid with it', async () => {
    const clock = new ManualClock();
    const store = new MemorySendStore({ clock, retentionMs: 1000 });
    const { lease } = await claimedBy(store, 'told');
    await store.settle(settleOf(await claimedBy(store, 'first'), sent));
    await store.settle(settleOf(await claimedBy(store, 'second'), { state: 'sent', result: { msgid: '2' } }));
    await clock.advance(500);
    const young = await claimedBy(store, 'young');
    await store.settle(settleOf(young, { state: 'sent', result: { msgid: '3' } }));
    await clock.advance(499);
    const delivery = { state: 'delivered', status: 'success', at: 1 } as const;
    const first = { account: lease.account, requestId: 'first' };
    expect(await store.noteDelivery(first, '2000000000000000001', delivery)).toBe(true);
    expect(await store.clean(lease.account)).toBe(0);
    await clock.advance(1);
    expect(await store.clean('wx0000000000000002')).toBe(0);
    expect(await store.clean(lease.account)).toBe(2);
    expect(await store.findByMsgid(lease.account, '2000000000000000001')).toBeUndefined();
    expect(await store.count(lease.account)).toEqual({ pending: 1, sent: 1, failed: 0, unknown: 0 });
  });

  it('names the option that is wrong', () => {
    expect(() => new MemorySendStore({ maxRecords: 0 })).toThrow(
      /sendStore\.maxRecords must be a positive number, got 0/,
    );
  });
});
