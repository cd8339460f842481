import { describe, expect, it, onTestFinished } from 'vitest';
import { forgotten, remembered, scriptedClient } from '../../test/support/scripted-client.js';
import { StoreUnavailableError } from '../errors/errors.js';
import { MemorySendStore } from '../send/memory-send-store.js';
import type { SendStore, SettleRequest } from '../send/send-store.js';
import { Telemetry } from '../telemetry/telemetry.js';
import { failAfter, failBefore } from '../testing/chaos.js';
import { ManualClock } from '../testing/manual-clock.js';
import { Settler } from './settler.js';

const key = { account: 'wx0000000000000001', requestId: 'a1' };
const to = { to: 'anna' };
const gone = new StoreUnavailableError('gone', { store: 'send' });

function storeOn(clock: ManualClock, broken: (store: SendStore) => SendStore) {
  const store = new MemorySendStore({ clock });
  return { store, broken: broken(store) };
}

describe('the end of a message', () => {
  it.each([
    ['a store that is out of reach', gone],
    ['a store that throws something of its own', new Error('connection terminated')],
  ])('is told the caller at once and %s later', async (_, error) => {
    const clock = new ManualClock();
    const { store, broken } = storeOn(clock, (whole) =>
      failBefore(whole, { method: 'settle', nth: 1 }, error),
    );
    const { client } = scriptedClient([], { clock, sendStore: broken });
    const sending = client.call(remembered, to, { requestId: 'a1' });
    await expect(sending).resolves.toMatchObject({ status: 'sent' });
    await expect(store.find(key)).resolves.toMatchObject({ state: 'pending' });
    await clock.advance(1000);
    await expect(store.find(key)).resolves.toMatchObject({ state: 'sent' });
  });

  it('is told later of many messages at once, without a warning of leaks', async () => {
    const warnings: string[] = [];
    const onWarning = ({ name }: Error) => warnings.push(name);
    process.on('warning', onWarning);
    onTestFinished(() => {
      process.off('warning', onWarning);
    });
    const broken = Object.assign(new MemorySendStore(), { settle: () => Promise.reject(gone) });
    const settler = new Settler(broken, new ManualClock(), new Telemetry());
    const lease = { account: 'a', requestId: 'a1', fence: 1 };
    await Promise.all(Array.from({ length: 20 }, () => settler.settle({ lease } as SettleRequest)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).toEqual([]);
  });

  it('F97: a release that did not arrive is told later, so that no doubt stays', async () => {
    const clock = new ManualClock();
    const { store, broken } = storeOn(clock, (whole) =>
      failBefore(whole, { method: 'release', nth: 1 }, gone),
    );
    const { client } = scriptedClient(['refused'], {
      clock,
      sendStore: broken,
      retry: { maxRetries: 0, networkRetries: 0 },
    });
    const failing = client.call(forgotten, to, { requestId: 'a1' });
    await expect(failing).rejects.toMatchObject({ code: 'NETWORK' });
    await clock.advance(1000);
    await expect(store.find(key)).resolves.toBeUndefined();
    const again = client.call(forgotten, to, { requestId: 'a1' });
    await expect(again).resolves.toMatchObject({ status: 'sent', replayed: false });
  });

  it('F97: a release whose answer was lost takes nothing from whoever came next', async () => {
    const clock = new ManualClock();
    const { store, broken } = storeOn(clock, (whole) =>
      failAfter(whole, { method: 'release', nth: 1 }, gone),
    );
    const { client } = scriptedClient(['refused'], {
      clock,
      sendStore: broken,
      retry: { maxRetries: 0, networkRetries: 0 },
    });
    await expect(client.call(forgotten, to, { requestId: 'a1' })).rejects.toMatchObject({ code: 'NETWORK' });
    await client.call(forgotten, to, { requestId: 'a1' });
    await clock.advance(1000);
    await expect(store.find(key)).resolves.toMatchObject({ state: 'sent', attempts: 1 });
  });
});
