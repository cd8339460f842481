import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { networkDown, type Scene, tokenScene, within } from '../../test/support/token-platform.js';
import { MemoryTokenLock } from './memory-token-lock.js';
import { MemoryTokenStore } from './memory-token-store.js';
import type { SharedCredential } from './shared-credential.js';

/** One logical call: send, on a token error replay once. */
async function call({ platform }: Scene, token: SharedCredential, errcode = 40001): Promise<string> {
  const first = await token.get();
  if (platform.accepts(first)) return first;
  const second = await token.rejected(first, errcode);
  if (platform.accepts(second)) return second;
  throw new Error('the replay failed too');
}

describe('SharedCredential.rejected, in stable mode', () => {
  it.each([40001, 40014, 42001])(
    'F07 F08: recovers from %i with one fetch, without force',
    async (errcode) => {
      const scene = tokenScene();
      const { credential, platform, clock, events } = scene;
      const token = credential();
      await call(scene, token);
      await clock.advance(600_000);
      platform.revoke();
      expect(await call(scene, token, errcode)).toBe('TKN_2');
      expect(platform.fetches.slice(1)).toEqual([{ force: false, atMs: 600_000 }]);
      expect(events.filter(({ type }) => type === 'token.invalidated')).toMatchObject([{ errcode }]);
    },
  );

  it('F04: a burst that failed with an old token fetches nothing where a newer one is stored', async () => {
    const { credential, platform, store } = tokenScene();
    const token = credential();
    await token.get();
    const newer = {
      value: 'TKN_2',
      lifetimeMs: 7_200_000,
      ageMs: 0,
      fence: await store.takeFence(token.key),
    };
    await store.write(token.key, newer);
    const answers = await Promise.all(Array.from({ length: 20 }, () => token.rejected('TKN_1', 40001)));
    expect(new Set(answers)).toEqual(new Set(['TKN_2']));
    expect(platform.hits).toBe(1);
    expect((await store.read(token.key))?.value).toBe('TKN_2');
  });

  it('F04: a straggler does not take the new token away, in memory or in the store', async () => {
    const scene = tokenScene();
    const { credential, platform, store } = scene;
    const token = credential();
    await token.get();
    platform.revoke();
    await call(scene, token);
    expect(await token.rejected('TKN_1', 40001)).toBe('TKN_2');
    expect(token.get()).toBe('TKN_2');
    expect((await store.read(token.key))?.value).toBe('TKN_2');
    expect(platform.hits).toBe(2);
  });

  it('F04: 500 rejections at once, in 4 processes, fetch once', async () => {
    const { credential, platform, clock } = tokenScene();
    const fleet = Array.from({ length: 4 }, () => credential());
    for (const token of fleet) await token.get();
    platform.revoke();
    platform.delayMs = 200;
    const rejections = fleet.flatMap((token) =>
      Array.from({ length: 125 }, () => token.rejected('TKN_1', 40001)),
    );
    const answers = await within(clock, 5_000, Promise.all(rejections));
    expect(new Set(answers)).toEqual(new Set(['TKN_2']));
    expect(platform.hits).toBe(2);
  });

  it('forces only when the very token that failed comes back', async () => {
    const { credential, platform } = tokenScene();
    const token = credential();
    await token.get();
    expect(await token.rejected('TKN_1', 40001)).toBe('TKN_2');
    expect(platform.fetches.map(({ force }) => force)).toEqual([false, false, true]);
  });

  it('F30: five calls that ask for force within ten seconds force once, and are told when to come back', async () => {
    const { credential, platform, clock } = tokenScene();
    const token = credential();
    await token.get();
    const outcomes: unknown[] = [];
    for (let round = 0; round < 5; round += 1) {
      const value = token.peek().state === 'none' ? 'none' : await token.get();
      outcomes.push(await token.rejected(value, 40001).catch((error: unknown) => error));
      await clock.advance(2_000);
    }
    expect(platform.fetches.filter(({ force }) => force)).toHaveLength(1);
    expect(platform.hits).toBeLessThanOrEqual(4);
    expect(outcomes[0]).toBe('TKN_2');
    expect(outcomes[1]).toMatchObject({ code: 'TOKEN_ERROR', retryAfterMs: 28_000, hint: /28 s/ });
    expect(outcomes[4]).toMatchObject({ code: 'TOKEN_ERROR' });
  });

  it('F30: two processes share the ration', async () => {
    const { credential, platform } = tokenScene();
    const [one, other] = [credential(), credential()];
    await one.get();
    await one.rejected('TKN_1', 40001);
    await other.get();
    await expect(other.rejected('TKN_2', 40001)).rejects.toMatchObject({ retryAfterMs: 30_000 });
    expect(platform.fetches.filter(({ force }) => force)).toHaveLength(1);
  });

  it('F30: a routine refresh never forces', async () => {
    const { credential, platform, clock } = tokenScene();
    const token = credential();
    for (let hour = 0; hour < 24; hour += 1) {
      await token.get();
      await clock.advance(3_600_000);
    }
    expect(platform.fetches.every(({ force }) => !force)).toBe(true);
    expect(platform.hits).toBeLessThanOrEqual(14);
  });

  it('F10: where every token is refused, calls end in an error and the platform is asked a few times a minute', async () => {
    const { credential, platform, clock } = tokenScene();
    const token = credential();
    let sends = 0;
    for (let second = 0; second < 60; second += 1) {
      try {
        const first = await token.get();
        sends += 1;
        await token.rejected(first, 40001);
        sends += 1;
      } catch (error) {
        expect(error).toMatchObject({ code: 'TOKEN_ERROR' });
      }
      await clock.advance(1_000);
    }
    expect(sends).toBeLessThanOrEqual(8);
    expect(platform.hits).toBeLessThanOrEqual(8);
  });

  it('F10: never takes the refused token back, from the store or from a failed recovery', async () => {
    const { credential, platform, clock } = tokenScene();
    const [token, unaware] = [credential(), credential()];
    await token.get();
    platform.failures.push(networkDown());
    await expect(token.rejected('TKN_1', 40001)).rejects.toMatchObject({ code: 'TOKEN_ERROR' });
    // The platform still hands TKN_1 out, and a process that has not noticed puts it back into the store.
    expect(await unaware.get()).toBe('TKN_1');
    await clock.advance(1_000);
    expect(await token.get()).toBe('TKN_2');
    expect(await unaware.rejected('TKN_1', 40001)).toBe('TKN_2');
  });

  it('F04: a straggler with a still older token does not bring the refused one back', async () => {
    const { credential, platform, clock } = tokenScene();
    const token = credential();
    await token.get();
    platform.delayMs = 500;
    const recovering = token.rejected('TKN_1', 40001);
    const straggling = token.rejected('TKN_0', 40001);
    expect(await within(clock, 3_000, Promise.all([recovering, straggling]))).toEqual(['TKN_2', 'TKN_2']);
    expect(token.get()).toBe('TKN_2');
  });

  it('F10: still knows the refused token after a failed recovery and a straggler', async () => {
    const { credential, platform, clock } = tokenScene();
    const token = credential();
    await token.get();
    platform.failures.push(networkDown());
    await expect(token.rejected('TKN_1', 40001)).rejects.toThrow();
    await expect(token.rejected('TKN_0', 40001)).rejects.toThrow();
    await clock.advance(1_000);
    expect(await token.get()).toBe('TKN_2');
  });

  it('a rejection in the middle of a routine refresh waits for it and takes what it brings', async () => {
    const { credential, platform, clock } = tokenScene();
    const token = credential();
    await token.get();
    await clock.advance(7_100_000);
    platform.delayMs = 1_000;
    void token.get();
    await clock.advance(500);
    const answers = Array.from({ length: 50 }, () => token.rejected('TKN_1', 42001));
    expect(await within(clock, 2_000, Promise.all(answers))).toEqual(Array(50).fill('TKN_2'));
    expect(platform.hits).toBe(2);
  });
});

describe('SharedCredential.rejected, in classic mode', () => {
  it('F13: warns once when tokens die early again and again', async () => {
    const scene = tokenScene('classic');
    const { credential, platform, clock, events } = scene;
    const token = credential();
    for (let round = 0; round < 4; round += 1) {
      await call(scene, token);
      await clock.advance(60_000);
      platform.revoke();
    }
    expect(events.filter(({ type }) => type === 'warned')).toMatchObject([
      { topic: 'token.conflict', message: expect.stringContaining(token.key) },
    ]);
  });

  it('F13: does not warn for one rejection, however many calls met it', async () => {
    const { credential, platform, events } = tokenScene('classic');
    const token = credential();
    await token.get();
    platform.revoke();
    await Promise.all(Array.from({ length: 50 }, () => token.rejected('TKN_1', 40001)));
    expect(events.some(({ type }) => type === 'warned')).toBe(false);
    expect(platform.hits).toBe(2);
  });

  it('F10: where every token is refused, the daily quota of 2000 is not burnt', async () => {
    const { credential, platform, clock } = tokenScene('classic');
    const token = credential();
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const call = Promise.resolve(token.get())
          .then((value) => token.rejected(value, 40001))
          .catch(() => undefined);
        await within(clock, 20_000, call);
      }
      await clock.advance(60_000);
    }
    expect(platform.hits).toBeLessThan(1_000);
  }, 60_000);

  it('says so where the platform answers the very token that it refuses', async () => {
    const { credential } = tokenScene('classic');
    const token = credential({}, { fetch: async () => ({ value: 'TKN_1', lifetimeMs: 7_200_000 }) });
    await token.get();
    await expect(token.rejected('TKN_1', 42001)).rejects.toMatchObject({
      code: 'TOKEN_ERROR',
      message: expect.stringContaining('very credential'),
    });
  });

  /** Where each process fetches for itself, and only the two newest tokens live. */
  function lonelyProcesses(size: number) {
    const scene = tokenScene('classic');
    const { clock, credential } = scene;
    const issued: string[] = [];
    const fetchedAtMs: number[] = [];
    const fetch = async () => {
      fetchedAtMs.push(clock.monotonic());
      issued.push(`OWN_${issued.length + 1}`);
      const value = issued.at(-1) ?? '';
      await clock.sleep(20);
      return { value, lifetimeMs: 7_200_000 };
    };
    const accepts = (value: string) => issued.slice(-2).includes(value);
    const processes = Array.from({ length: size }, () =>
      credential({ store: new MemoryTokenStore(clock), lock: new MemoryTokenLock(clock) }, { fetch }),
    );
    /** One call of each process; answers how many the platform took, in the end. */
    const callFromEach = async (): Promise<number> => {
      const once = async (token: SharedCredential) => {
        const first = await token.get();
        await clock.sleep(10);
        return accepts(first) || accepts(await token.rejected(first, 40001));
      };
      const taken = processes.map((token) => once(token).catch(() => false));
      return (await within(clock, 30_000, Promise.all(taken))).filter(Boolean).length;
    };
    return { clock, callFromEach, fetchedAtMs, revokeAll: () => issued.push('ELSEWHERE_1', 'ELSEWHERE_2') };
  }

  it('a revocation right after a refetch is waited out: each process fetches once, and calls go on', async () => {
    const { callFromEach, fetchedAtMs, revokeAll } = lonelyProcesses(2);
    revokeAll();
    await callFromEach();
    revokeAll();
    expect(await callFromEach()).toBe(2);
    revokeAll();
    expect(await callFromEach()).toBe(2);
    expect(fetchedAtMs).toHaveLength(2 + 2 + 2);
  });

  it('who waits for its turn and then fetches slowly keeps the lock: a fleet with one store fetches once', async () => {
    const scene = tokenScene('classic');
    const { credential, platform, clock } = scene;
    const fleet = [credential(), credential()];
    for (const token of fleet) await call(scene, token);
    platform.revoke();
    for (const token of fleet) await call(scene, token);
    platform.revoke();
    platform.delayMs = 6_000;
    await within(clock, 30_000, Promise.all(fleet.map((token) => call(scene, token))));
    expect(platform.hits).toBe(1 + 1 + 1);
  });

  it('nobody gives up waiting for another process that stands before its turn', async () => {
    const latest = vi.spyOn(Math, 'random').mockReturnValue(0.99);
    onTestFinished(() => latest.mockRestore());
    const scene = tokenScene('classic');
    const { credential, platform, clock } = scene;
    const fleet = [1, 2].map(() => credential({ lockLeaseMs: 4_000, fetchTimeoutMs: 3_000 }));
    for (const token of fleet) await call(scene, token);
    platform.revoke();
    for (const token of fleet) await call(scene, token);
    platform.revoke();
    platform.delayMs = 2_900;
    const values = await within(clock, 30_000, Promise.all(fleet.map((token) => call(scene, token))));
    expect(new Set(values).size).toBe(1);
  });

  /** How often processes meet is a matter of chance, and how many calls that costs as well: the same chance every time. */
  function drawAlike(): void {
    let drawn = 1;
    const random = vi.spyOn(Math, 'random').mockImplementation(() => {
      drawn = (drawn * 16_807) % 2_147_483_647;
      return drawn / 2_147_483_647;
    });
    onTestFinished(() => random.mockRestore());
  }

  it('processes that end each other’s tokens without end fetch a dozen times a minute each at most', async () => {
    drawAlike();
    const { clock, callFromEach, fetchedAtMs } = lonelyProcesses(8);
    await callFromEach();
    const from = clock.monotonic();
    let taken = 0;
    let calls = 0;
    while (clock.monotonic() < from + 120_000) {
      taken += await callFromEach();
      calls += 8;
      await clock.advance(100);
    }
    expect(fetchedAtMs.filter((at) => at >= from && at < from + 120_000).length).toBeLessThanOrEqual(8 * 25);
    expect(taken / calls).toBeGreaterThan(0.5);
  });
});
