import { describe, expect, it } from 'vitest';
import { networkDown, tokenScene, within, wrongSecret } from '../../test/support/token-platform.js';
import { StoreUnavailableError } from '../errors/errors.js';
import type { TokenLock, TokenStore } from './token-store.js';

describe('a fleet that shares a store', () => {
  it('F01: four processes with 50 calls each and a cold store fetch once', async () => {
    const { credential, platform, clock } = tokenScene();
    platform.delayMs = 300;
    const fleet = Array.from({ length: 4 }, () => credential());
    const calls = fleet.flatMap((token) => Array.from({ length: 50 }, async () => token.get()));
    expect(new Set(await within(clock, 5_000, Promise.all(calls)))).toEqual(new Set(['TKN_1']));
    expect(platform.hits).toBe(1);
  });

  it('F01: fetches once per expiry over a day, whoever comes first', async () => {
    const { credential, platform, clock } = tokenScene();
    platform.delayMs = 100;
    const fleet = Array.from({ length: 4 }, () => credential());
    await within(clock, 5_000, Promise.all(fleet.map(async (token) => token.get())));
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      for (const token of fleet) expect(platform.accepts(await token.get())).toBe(true);
      await clock.advance(60_000);
    }
    expect(platform.hits).toBeLessThanOrEqual(13);
  });

  it('F02: whoever waited while another fetched looks into the store again and fetches nothing', async () => {
    const { credential, platform, clock } = tokenScene();
    platform.delayMs = 300;
    const holder = Promise.resolve(credential().get());
    await clock.advance(10);
    const waiters = Array.from({ length: 10 }, async () => credential().get());
    await within(clock, 5_000, Promise.all([holder, ...waiters]));
    expect(platform.hits).toBe(1);
  });

  it('F02: looks again also where the lock came free between look and lock', async () => {
    const { credential, platform, store, lock } = tokenScene();
    const lateLock: TokenLock = {
      ...bind<TokenLock>(lock),
      tryRun: async (key, leaseMs, work) => {
        const fence = await store.takeFence(key);
        await store.write(key, { value: 'TKN_0', lifetimeMs: 7_200_000, ageMs: 0, fence });
        return lock.tryRun(key, leaseMs, work);
      },
    };
    expect(await credential({ lock: lateLock }).get()).toBe('TKN_0');
    expect(platform.hits).toBe(0);
  });

  it('F03: a fetch that outlives the lease does not overwrite the newer token, and its caller gets that one', async () => {
    const { credential, clock, store } = tokenScene('classic');
    const slow = credential(
      { fetchTimeoutMs: 20_000, lockLeaseMs: 5_000 },
      { fetch: () => clock.sleep(6_000).then(() => ({ value: 'TKN_1', lifetimeMs: 7_200_000 })) },
    );
    const quick = credential({}, { fetch: async () => ({ value: 'TKN_2', lifetimeMs: 7_200_000 }) });
    const late = Promise.resolve(slow.get());
    await clock.advance(5_100);
    expect(await quick.get()).toBe('TKN_2');
    expect(await within(clock, 2_000, late)).toBe('TKN_2');
    expect((await store.read(quick.key))?.value).toBe('TKN_2');
  });

  it('F17: tells the others how old the token was when it came', async () => {
    const { credential, platform, clock } = tokenScene();
    platform.delayMs = 5_000;
    await within(clock, 6_000, Promise.resolve(credential().get()));
    const other = credential();
    await other.get();
    expect(other.peek()).toMatchObject({
      ageMs: clock.monotonic(),
      remainingMs: 7_195_000 - clock.monotonic(),
    });
  });

  it('F18: picks up what another process refreshed, in the last minutes of its own copy', async () => {
    const { credential, platform, clock } = tokenScene();
    const [one, other] = [credential(), credential()];
    await one.get();
    await other.get();
    await clock.advance(7_090_000);
    void one.get();
    await clock.advance(1_000);
    expect(other.get()).toBe('TKN_1');
    await clock.advance(1);
    expect(other.get()).toBe('TKN_2');
    expect(platform.hits).toBe(2);
  });

  it('F29 F37: a holder that died delays 100 waiters by its lease at most, and they hardly touch the lock', async () => {
    const { credential, platform, clock, lock } = tokenScene();
    let tries = 0;
    const countedLock: TokenLock = {
      ...bind<TokenLock>(lock),
      tryRun: (key, leaseMs, work) => {
        tries += 1;
        return lock.tryRun(key, leaseMs, work);
      },
    };
    const dead = new Promise<never>(() => undefined);
    void lock.tryRun('wx0000000000000001', 10_000, () => dead);
    const waiters = Array.from({ length: 100 }, async () => credential({ lock: countedLock }).get());
    const answers = await within(clock, 11_000, Promise.all(waiters));
    expect(new Set(answers)).toEqual(new Set(['TKN_1']));
    expect(platform.hits).toBe(1);
    expect(tries).toBeLessThanOrEqual(200);
  });

  it('tells how long a refresh waited for another process, and how old the credential was that it got', async () => {
    const { credential, platform, clock, events } = tokenScene();
    platform.delayMs = 300;
    const holder = Promise.resolve(credential().get());
    await clock.advance(10);
    await within(clock, 2_000, Promise.all([holder, credential().get()]));
    const waits = events.filter((event) => event.type === 'lock.waited');
    expect(waits).toMatchObject([{ key: 'wx0000000000000001' }]);
    expect(waits[0]?.waitMs).toBeGreaterThanOrEqual(290);
    expect(waits[0]?.waitMs).toBeLessThan(1_000);
    const adopted = events.filter((event) => event.type === 'token.adopted');
    expect(adopted.map(({ lifetimeMs }) => lifetimeMs)).toEqual([7_200_000, 7_200_000]);
    expect(adopted[0]?.ageMs).toBe(300);
    expect(adopted[1]?.ageMs).toBeGreaterThanOrEqual(300);
  });

  it('a holder whose fetch failed does not delay the others: the next one tries', async () => {
    const { credential, platform, clock } = tokenScene();
    platform.failures.push(networkDown());
    platform.delayMs = 200;
    const failing = Promise.resolve(credential().get());
    failing.catch(() => undefined);
    await clock.advance(10);
    const next = Promise.resolve(credential().get());
    await expect(within(clock, 1_000, failing)).rejects.toMatchObject({ code: 'TOKEN_ERROR' });
    expect(await within(clock, 1_500, next)).toBe('TKN_1');
  });

  it('F11: those who wait for a holder that is refused are told so at once', async () => {
    const { credential, platform, clock } = tokenScene();
    platform.failures.push(wrongSecret());
    platform.delayMs = 200;
    const refused = Array.from({ length: 20 }, async () => credential().get());
    const outcomes = await within(clock, 2_000, Promise.allSettled(refused));
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(platform.hits).toBe(1);
  });

  it('F38: ends a wait for a lock that never comes free by its own bound', async () => {
    const { credential, clock, lock } = tokenScene();
    const stuck: TokenLock = {
      ...bind<TokenLock>(lock),
      tryRun: async () => ({ type: 'held' }),
      remainingMs: async () => 99_000,
    };
    const waiting = Promise.resolve(credential({ lock: stuck, waitMs: 3_000 }).get());
    await expect(within(clock, 5_000, waiting)).rejects.toMatchObject({
      code: 'TOKEN_ERROR',
      message: expect.stringContaining('3000 ms'),
    });
    expect(clock.sleeping).toBe(0);
  });
});

describe('a fleet whose store has failed', () => {
  it('F20: uses the token whose write failed, and does not fetch with every call', async () => {
    const { credential, platform, clock, store, events } = tokenScene();
    const token = credential({ store: { ...bind<TokenStore>(store), write: unreachable } });
    for (let call = 0; call < 3_000; call += 1) expect(await token.get()).toBe('TKN_1');
    await clock.advance(60_000);
    expect(await token.get()).toBe('TKN_1');
    expect(platform.hits).toBe(1);
    expect(events.filter(({ type }) => type === 'store.trouble')).toMatchObject([
      { store: 'token', operation: 'write' },
    ]);
  });

  it('F20: with no store at all each process fetches once per expiry', async () => {
    const { credential, platform, clock } = tokenScene();
    const fleet = Array.from({ length: 3 }, () => credential({ store: deadStore }));
    for (let minute = 0; minute < 240; minute += 1) {
      for (const token of fleet) expect(platform.accepts(await token.get())).toBe(true);
      await clock.advance(60_000);
    }
    expect(platform.hits).toBeLessThanOrEqual(3 * 3);
  });

  it('F20: recovers from a rejected token, and rations force in the process itself', async () => {
    const { credential, platform } = tokenScene();
    const token = credential({ store: deadStore });
    await token.get();
    expect(await token.rejected('TKN_1', 40001)).toBe('TKN_2');
    await expect(token.rejected('TKN_2', 40001)).rejects.toMatchObject({ retryAfterMs: 30_000 });
    expect(platform.fetches.filter(({ force }) => force)).toHaveLength(1);
  });

  it('F04: a straggler with an old token costs nothing without a store either', async () => {
    const { credential, platform } = tokenScene();
    const token = credential({ store: deadStore });
    await token.get();
    await token.rejected('TKN_1', 40001);
    const { hits } = platform;
    expect(await token.rejected('TKN_1', 40001)).toBe('TKN_2');
    expect(platform.hits).toBe(hits);
  });

  it('F11: a refusal is remembered without a store too', async () => {
    const { credential, platform } = tokenScene();
    platform.outage = wrongSecret();
    const token = credential({ store: deadStore });
    for (let call = 0; call < 100; call += 1)
      await expect(token.get()).rejects.toMatchObject({ errcode: 40125 });
    expect(platform.hits).toBe(1);
  });

  it('F35: a lock that cannot be reached does not keep it from a token', async () => {
    const { credential, lock, store, events } = tokenScene();
    const tryRun: TokenLock['tryRun'] = async () => ({
      type: 'unreachable',
      cause: new Error('ECONNREFUSED'),
    });
    expect(await credential({ lock: { ...bind<TokenLock>(lock), tryRun } }).get()).toBe('TKN_1');
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'store.trouble', store: 'lock', operation: 'acquire' }),
    );
    expect(await store.read('wx0000000000000001')).toBeUndefined();
  });

  it('a store that fails under the lock costs nothing but the sharing', async () => {
    const { credential, store } = tokenScene();
    expect(await credential({ store: { ...bind<TokenStore>(store), takeFence: unreachable } }).get()).toBe(
      'TKN_1',
    );
  });
});

async function unreachable(): Promise<never> {
  throw new StoreUnavailableError('the token store cannot be asked', { store: 'token' });
}

const deadStore: TokenStore = {
  read: unreachable,
  takeFence: unreachable,
  write: unreachable,
  invalidate: unreachable,
  takeForce: unreachable,
  writeRefusal: unreachable,
  readRefusal: unreachable,
  close: async () => undefined,
};

/** The object's methods as plain properties, so that a test can replace one of them. */
function bind<Target extends TokenStore | TokenLock>(
  target: Target,
): { [Name in keyof Target]: Target[Name] } {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(target));
  const methods = names.map((name) => {
    const method: unknown = Reflect.get(target, name);
    return [name, typeof method === 'function' ? method.bind(target) : method];
  });
  return Object.fromEntries(methods) as Target;
}
