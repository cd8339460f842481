import { describe, expect, it } from 'vitest';
import { remembered, scriptedClient } from '../../../test/support/scripted-client.js';
import { fingerprint } from '../../send/fingerprint.js';
import { LeftoverMessages } from './leftover-messages.js';

/** A client whose store holds what a dead process had claimed, and its message's end. */
async function withLeftover(labels: { readonly push?: string }, begin: boolean) {
  const made = scriptedClient();
  const { client, store } = made;
  const payload = JSON.stringify({ to: 'o1' });
  await store.claim({
    account: client.accountKey,
    requestId: 'left',
    endpoint: remembered.name,
    fingerprint: fingerprint(remembered.name, payload),
    payload,
    recipient: 'o1',
    leaseMs: 1000,
    begin,
    reopenUnknown: 'never',
    reopenFailed: false,
    ...labels,
  });
  const leftover = new LeftoverMessages(client);
  leftover.start();
  const state = async () => (await client.sends.find('left'))?.state;
  return { ...made, leftover, state };
}

describe('what dead workers left in the send store', () => {
  it('is finished a few seconds later, or half a minute', async () => {
    const { clock, leftover, state } = await withLeftover({ push: 'spring' }, true);
    await clock.advance(45_000);
    expect(await state()).toBe('sent');
    await leftover.close();
  });

  it.each([
    ['that belongs to no push', {}, true],
    ['that has certainly not left, and may belong to a push that is paused', { push: 'spring' }, false],
  ])('is left alone %s', async (_, labels, begin) => {
    const { clock, leftover, state } = await withLeftover(labels, begin);
    await clock.advance(90_000);
    expect(await state()).toBe('pending');
    await leftover.close();
  });

  it('is left to others after the close', async () => {
    const { clock, leftover, state } = await withLeftover({ push: 'spring' }, true);
    await leftover.close();
    await clock.advance(90_000);
    expect(await state()).toBe('pending');
  });
});
