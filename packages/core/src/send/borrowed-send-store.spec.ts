import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { claimOf } from '../../test/support/send-fixtures.js';
import { borrowed } from './borrowed-send-store.js';
import { MemorySendStore } from './memory-send-store.js';
import type { SendStore } from './send-store.js';

const lease = { account: 'a', requestId: 'r1', fence: 1 };

/** A store of somebody who has not read the contract. */
function odd(methods: { readonly [Name in keyof SendStore]?: () => unknown }): SendStore {
  const store: object = Object.assign(new MemorySendStore(), methods);
  return borrowed(store as SendStore);
}

describe("a send store of the user's own", () => {
  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('no connection');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no connection'))],
    ['rejects with nothing', () => Promise.reject()],
    ['answers nothing', () => undefined],
    ['answers what no store answers', async () => ({ type: 'taken' })],
  ])('that %s is one that cannot be reached', async (_, method) => {
    const store = odd({ claim: method, begin: method, settle: method });
    const unavailable = { code: 'STORE_UNAVAILABLE', store: 'send' };
    await expect(store.claim(claimOf('r1'))).rejects.toMatchObject({ ...unavailable, requestId: 'r1' });
    await expect(store.begin(lease, 1000)).rejects.toMatchObject(unavailable);
  });

  it('that cannot search or clean is one that cannot', () => {
    const store = odd({ search: undefined, clean: undefined } as never);
    expect(store.search).toBeUndefined();
    expect(store.clean).toBeUndefined();
  });

  it('that fails to search, clean or note is one that cannot be reached', async () => {
    const fail = () => Promise.reject(new Error('no connection'));
    const store = odd({ search: fail, clean: fail, noteDelivery: async () => 'yes', findByMsgid: fail });
    const unavailable = { code: 'STORE_UNAVAILABLE', store: 'send' };
    await expect(store.search?.({ account: 'a', limit: 1 })).rejects.toMatchObject(unavailable);
    await expect(store.clean?.('a')).rejects.toMatchObject(unavailable);
    await expect(store.findByMsgid('a', '1')).rejects.toMatchObject(unavailable);
    const delivery = { state: 'delivered', status: 'success', at: 1 } as const;
    await expect(store.noteDelivery(lease, '1', delivery)).rejects.toMatchObject(unavailable);
  });

  it('that is silent is one that cannot be reached', async () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const claim = odd({ claim: () => new Promise(() => undefined) }).claim(claimOf('r1'));
    const end = expect(claim).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await vi.advanceTimersByTimeAsync(5_001);
    await end;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('whose answer is there by the time that a busy process looks at the clock has answered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const claimed = { type: 'held', leaseRemainingMs: 1 } as const;
    const arrived = () => new Promise<typeof claimed>((resolve) => setImmediate(resolve, claimed));
    const claim = odd({ claim: arrived }).claim(claimOf('r1'));
    vi.advanceTimersByTime(60_000);
    await expect(claim).resolves.toEqual(claimed);
  });

  it('that answers leaves no timer behind', async () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    await odd({}).claim(claimOf('r1'));
    expect(vi.getTimerCount()).toBe(0);
  });
});
