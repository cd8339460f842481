import assert from 'node:assert/strict';
import type { TokenStore } from '../token/token-store.js';
import { onFresh, type StoreHarness, type TestRunner } from './contract-runner.js';

/** Lets no more than a second pass in all per test. */
export type TokenStoreHarness = StoreHarness<TokenStore>;

/**
 * What every `TokenStore` must do. Run it over a store of your own:
 *
 * ```ts
 * tokenStoreContract({ describe, it }, async () => ({ store: new MyStore(), advance: sleep }));
 * ```
 *
 * @param create answers a fresh, empty store for each test
 */
export function tokenStoreContract(
  { describe, it }: TestRunner,
  create: () => Promise<TokenStoreHarness>,
): void {
  const key = 'wx0000000000000001';
  const check = (name: string, body: (harness: TokenStoreHarness) => Promise<void>) =>
    it(name, () => onFresh(create, body));
  const put = async (store: TokenStore, value: string, lifetimeMs = 60_000, ageMs = 0) =>
    store.write(key, { value, lifetimeMs, ageMs, fence: await store.takeFence(key) });

  describe('a token store', () => {
    check('has nothing at first', async ({ store }) => {
      assert.equal(await store.read(key), undefined);
      assert.equal(await store.readRefusal(key), undefined);
    });

    check('gives back what was written, with the life that is left', async ({ store }) => {
      const { written, current } = await put(store, 'TKN_1', 60_000, 10_000);
      assert.equal(written, true);
      assert.equal(current?.value, 'TKN_1');
      const token = await store.read(key);
      assert.equal(token?.value, 'TKN_1');
      assert.equal(token.lifetimeMs, 60_000);
      assert.ok(token.remainingMs <= 50_000 && token.remainingMs > 40_000, `${token.remainingMs} ms left`);
    });

    check('keeps any value as it is', async ({ store }) => {
      const value = '中文 😀 "quoted" \\ \n 0012';
      await put(store, value);
      assert.equal((await store.read(key))?.value, value);
    });

    check('forgets a token when its life is over', async ({ store, advance }) => {
      await put(store, 'TKN_1', 10_000, 9_850);
      assert.equal((await store.read(key))?.value, 'TKN_1');
      await advance(200);
      assert.equal(await store.read(key), undefined);
    });

    check('keeps the tokens of two keys apart', async ({ store }) => {
      await put(store, 'TKN_1');
      const other = 'wx0000000000000001.ticket.jsapi';
      assert.equal(await store.read(other), undefined);
      await store.write(other, {
        value: 'T',
        lifetimeMs: 9_000,
        ageMs: 0,
        fence: await store.takeFence(other),
      });
      assert.equal((await store.read(key))?.value, 'TKN_1');
      assert.equal((await store.read(other))?.value, 'T');
    });

    check('hands out growing fences, also to many at once', async ({ store }) => {
      const fences = await Promise.all(Array.from({ length: 50 }, () => store.takeFence(key)));
      assert.equal(new Set(fences).size, 50);
      assert.ok((await store.takeFence(key)) > Math.max(...fences));
    });

    check(
      'F03: refuses the write of a holder that was overtaken, and answers the newer token',
      async ({ store }) => {
        const early = await store.takeFence(key);
        await put(store, 'TKN_2');
        const late = await store.write(key, {
          value: 'TKN_1',
          lifetimeMs: 60_000,
          ageMs: 6_000,
          fence: early,
        });
        assert.equal(late.written, false);
        assert.equal(late.current?.value, 'TKN_2');
        assert.equal((await store.read(key))?.value, 'TKN_2');
      },
    );

    check('F03: refuses it also after the newer token was taken away', async ({ store }) => {
      const early = await store.takeFence(key);
      await put(store, 'TKN_2');
      await store.invalidate(key, 'TKN_2');
      const late = await store.write(key, { value: 'TKN_1', lifetimeMs: 60_000, ageMs: 6_000, fence: early });
      assert.deepEqual(late, { written: false, current: undefined });
      assert.equal(await store.read(key), undefined);
    });

    check('takes the same write twice, since an answer may get lost', async ({ store }) => {
      const write = { value: 'TKN_1', lifetimeMs: 60_000, ageMs: 0, fence: await store.takeFence(key) };
      assert.equal((await store.write(key, write)).written, true);
      assert.equal((await store.write(key, write)).written, true);
    });

    check('gives a newer token a higher version', async ({ store }) => {
      const first = (await put(store, 'TKN_1')).current?.version ?? Number.NaN;
      const second = (await put(store, 'TKN_2')).current?.version ?? Number.NaN;
      assert.ok(second > first, `${second} after ${first}`);
    });

    check('F04: invalidates only the very token that failed', async ({ store }) => {
      await put(store, 'TKN_2');
      assert.equal(await store.invalidate(key, 'TKN_1'), false);
      assert.equal((await store.read(key))?.value, 'TKN_2');
      assert.equal(await store.invalidate(key, 'TKN_2'), true);
      assert.equal(await store.read(key), undefined);
      assert.equal(await store.invalidate(key, 'TKN_2'), false);
    });

    check('F30: allows a forced refresh again after the interval', async ({ store, advance }) => {
      assert.deepEqual(await store.takeForce(key, 150, 20), { allowed: true });
      const refused = await store.takeForce(key, 150, 20);
      assert.ok(!refused.allowed && refused.retryAfterMs > 0 && refused.retryAfterMs <= 150);
      await advance(200);
      assert.deepEqual(await store.takeForce(key, 150, 20), { allowed: true });
    });

    check('F30: allows one of many that ask at once', async ({ store }) => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => store.takeForce(key, 30_000, 20)));
      assert.equal(answers.filter(({ allowed }) => allowed).length, 1);
    });

    check('F30: allows no more than so many in a day', async ({ store, advance }) => {
      for (let taken = 0; taken < 3; taken += 1) {
        assert.deepEqual(await store.takeForce(key, 1, 3), { allowed: true });
        await advance(20);
      }
      const refused = await store.takeForce(key, 1, 3);
      assert.ok(!refused.allowed && refused.retryAfterMs > 80_000_000, 'a day less the time that passed');
    });

    check('F11: remembers a refusal for a while', async ({ store, advance }) => {
      await store.writeRefusal(key, '{"errcode":40164}', 150);
      assert.equal(await store.readRefusal(key), '{"errcode":40164}');
      await advance(200);
      assert.equal(await store.readRefusal(key), undefined);
    });
  });
}
