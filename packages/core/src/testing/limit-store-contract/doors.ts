import assert from 'node:assert/strict';
import { type ClosureAnswer, type LimitStore, pace, type Refusal } from '../../rate-limit/limit-store.js';
import type { StoreHarness } from '../contract-runner.js';
import { account, admission, admitted, refusal, request, window } from './requests.js';

type Check = (name: string, body: (harness: StoreHarness<LimitStore>) => Promise<void>) => void;

const barriers = [
  { key: 'gateway', scope: 'gateway' },
  { key: 'endpoint:a.b', scope: 'endpoint' },
] as const;
const door = 'endpoint:a.b';

/** How many of `count` requests at once the doors let through. */
async function passed(store: LimitStore, count: number): Promise<number> {
  const asked = Array.from({ length: count }, () => store.admit(request([], { barriers })));
  return (await Promise.all(asked)).filter(({ type }) => type === 'admitted').length;
}

/** On a busy machine the pace may let one more through between two questions. */
async function firstRefusal(store: LimitStore): Promise<Refusal> {
  for (let question = 0; question < 100; question += 1) {
    const answer = await store.admit(request([window({ max: 200 })], { barriers }));
    if (answer.type === 'refused') return answer;
  }
  assert.fail('nobody was refused');
}

function isAbout(actual: number | undefined, expected: number, tolerance = 0.02): void {
  assert.ok(
    actual !== undefined && Math.abs(actual - expected) <= expected * tolerance,
    `${actual} instead of about ${expected}`,
  );
}

/** What every store must do with barriers and the pace behind them. */
export function doorContract(check: Check): void {
  check('a closed barrier refuses, takes nothing, and opens by itself', async ({ store, advance }) => {
    const { leftMs } = await store.closeBarrier(account, door, { forMs: 400 });
    assert.ok(leftMs > 300 && leftMs <= 401, `${leftMs} ms`);
    const refused = await refusal(store, request([window()], { barriers }));
    assert.equal(refused.by, 'barrier');
    assert.equal(refused.key, door);
    assert.equal(refused.scope, 'endpoint');
    assert.ok(refused.retryAfterMs > 0 && refused.retryAfterMs <= 401);
    assert.equal(await admitted(store, 5, [window()]), 3);
    await advance(leftMs);
    await admission(store, request([], { barriers }));
  });

  check('keeps the later of two moments at which a barrier opens', async ({ store }) => {
    await store.closeBarrier(account, 'gateway', { forMs: 60_000 });
    assert.ok((await store.closeBarrier(account, 'gateway', { forMs: 1000 })).leftMs > 50_000);
    const refused = await refusal(store, request([], { barriers }));
    assert.equal(refused.key, 'gateway');
    assert.ok(refused.retryAfterMs > 50_000);
    assert.ok((await store.closeBarrier(account, 'gateway', { forMs: 90_000 })).leftMs > 80_000);
  });

  check('F146: closes for a bounded time whatever it is told', async ({ store }) => {
    for (const [index, nonsense] of [0, -5, Number.NaN].entries()) {
      const { leftMs } = await store.closeBarrier(account, `n${index}`, { forMs: nonsense });
      assert.ok(leftMs > 25_000 && leftMs <= 30_001, `${nonsense}: ${leftMs} ms`);
    }
    for (const huge of [Number.POSITIVE_INFINITY, 2 ** 53]) {
      const { leftMs } = await store.closeBarrier(account, `h${huge}`, { forMs: huge });
      assert.ok(leftMs <= 86_400_001);
    }
  });

  check('closes longer each time that the limit is met soon after the reopening', async (harness) => {
    const { store, advance } = harness;
    const close = () => store.closeBarrier(account, door, { forMs: 1, growing: [100, 600, 'day'] });
    const first = await close();
    assert.ok(first.leftMs > 50 && first.leftMs <= 101, `${first.leftMs} ms`);
    await advance(first.leftMs + 10);
    const second = await close();
    assert.ok(second.leftMs > 500 && second.leftMs <= 601, `${second.leftMs} ms`);
    assert.ok((await close()).leftMs <= 601, 'a word while it is closed is about the same limit');
    await advance(second.leftMs + 50);
    const third = await close();
    assert.ok(third.leftMs > 601 && third.leftMs <= 86_400_001, `${third.leftMs} ms`);
  });

  check(
    'begins anew with the shortest closure when the limit was not met for as long as the last',
    async (harness) => {
      const { store, advance } = harness;
      const close = () => store.closeBarrier(account, door, { forMs: 1, growing: [100, 60_000] });
      await advance((await close()).leftMs + 150);
      assert.ok((await close()).leftMs <= 101);
    },
  );

  check('a closure that does not grow brings no earlier growth back', async ({ store, advance }) => {
    const grow = () => store.closeBarrier(account, door, { forMs: 1, growing: [100, 60_000] });
    await advance((await grow()).leftMs + 150);
    const { leftMs } = await store.closeBarrier(account, door, { forMs: 100 });
    await advance(leftMs + 10);
    assert.ok((await grow()).leftMs <= 101);
  });

  check('reopens to a shared pace that begins below what met the limit', async ({ store, advance }) => {
    const closed = await store.closeBarrier(account, door, { forMs: 100, seenPerSecond: 100 });
    isAbout(closed.perSecond, 100 * pace.decrease);
    await advance(closed.leftMs + 200);
    const burst = await passed(store, 50);
    assert.ok(burst >= 7 && burst <= 25, `${burst} at once`);
    const refused = await firstRefusal(store);
    assert.equal(refused.by, 'pace');
    assert.equal(refused.key, `pace:${door}`);
    assert.equal(refused.scope, 'endpoint');
    assert.ok(refused.retryAfterMs > 0 && refused.retryAfterMs <= 20, `${refused.retryAfterMs} ms`);
    assert.equal(await admitted(store, 5, [window()]), 3);
    await advance(refused.retryAfterMs);
    await admission(store, request([], { barriers }));
  });

  check('counts nothing for the pace where a rule refuses', async ({ store, advance }) => {
    const { leftMs } = await store.closeBarrier(account, door, { forMs: 20, seenPerSecond: 1 });
    const rule = window({ windowMs: 400 });
    await advance(leftMs);
    assert.equal(await admitted(store, 3, [rule]), 3);
    assert.equal((await refusal(store, request([rule], { barriers }))).by, 'limit');
    await admission(store, request([], { barriers }));
    const paced = await refusal(store, request([rule], { barriers }));
    assert.equal(paced.by, 'pace');
    assert.ok(paced.retryAfterMs > 400, `${paced.retryAfterMs} ms`);
  });

  /** A pace of 700 that was measured: a first one is a guess, and doubles too fast to be told on a busy machine. */
  const measured = async ({ store, advance }: StoreHarness<LimitStore>): Promise<void> => {
    const close = (seenPerSecond: number) => store.closeBarrier(account, door, { forMs: 20, seenPerSecond });
    await advance((await close(2000)).leftMs + 5);
    await advance((await close(1000)).leftMs);
  };

  check('a first pace, which is a guess, doubles from the reopening on', async ({ store, advance }) => {
    const { leftMs } = await store.closeBarrier(account, door, { forMs: 20, seenPerSecond: 100 });
    await advance(leftMs + 1000 * pace.guessDoublingSeconds);
    const { perSecond = 0 } = await store.closeBarrier(account, door, { forMs: 20 });
    assert.ok(perSecond >= 0.99 * 100 * pace.decrease ** 2 * 2, `${perSecond}`);
  });

  check('a pace that was measured grows by a share of it', async (harness) => {
    const { store, advance } = harness;
    await measured(harness);
    await advance(1000);
    const { perSecond } = await store.slowDown(account, door, 0);
    isAbout(perSecond, pace.decrease * (1000 * pace.decrease + 1000 * pace.increasePerSecond));
  });

  check('one closure decreases the pace once, the next one decreases it again', async (harness) => {
    const { store } = harness;
    const close = (seenPerSecond: number) => store.closeBarrier(account, door, { forMs: 50, seenPerSecond });
    await measured(harness);
    for (let word = 0; word < 5; word += 1) isAbout((await close(1000)).perSecond, 1000 * pace.decrease ** 2);
  });

  check('of several words about one closure the highest holds', async ({ store }) => {
    const close = (seenPerSecond: number) => store.closeBarrier(account, door, { forMs: 50, seenPerSecond });
    const told = [100, 300, 200];
    const answers: ClosureAnswer[] = [];
    for (const perSecond of told) answers.push(await close(perSecond));
    for (const [word, expected] of [100, 300, 300].entries()) {
      isAbout(answers[word]?.perSecond, expected * pace.decrease);
    }
  });

  check(
    'a stray limit answer lowers no pace, and a later one of the same closure does once',
    async (harness) => {
      const { store } = harness;
      const close = (seenPerSecond?: number) =>
        store.closeBarrier(account, door, { forMs: 50, seenPerSecond });
      await measured(harness);
      isAbout((await close()).perSecond, 1000 * pace.decrease);
      isAbout((await close(1000)).perSecond, 1000 * pace.decrease ** 2);
      isAbout((await close(1000)).perSecond, 1000 * pace.decrease ** 2);
      isAbout((await close()).perSecond, 1000 * pace.decrease ** 2);
    },
  );

  check('decreases from the smaller of what was seen and what was allowed', async ({ store, advance }) => {
    const close = (seenPerSecond: number) => store.closeBarrier(account, door, { forMs: 20, seenPerSecond });
    await advance((await close(1000)).leftMs + 5);
    const lower = await close(500);
    isAbout(lower.perSecond, 500 * pace.decrease);
    await advance(lower.leftMs + 5);
    isAbout((await close(10_000)).perSecond, 500 * pace.decrease ** 2);
  });

  check('knows what went through by itself', async ({ store, advance }) => {
    const close = () => store.closeBarrier(account, door, { forMs: 20, seenPerSecond: 10 });
    await advance((await store.closeBarrier(account, door, { forMs: 20, seenPerSecond: 1000 })).leftMs);
    assert.equal(await passed(store, 50), 50);
    isAbout((await close()).perSecond, 50 * pace.decrease);
  });

  check('a closure that names no rate leaves no pace', async ({ store, advance }) => {
    const { leftMs, perSecond } = await store.closeBarrier(account, door, { forMs: 20 });
    assert.equal(perSecond, undefined);
    await advance(leftMs);
    assert.equal(await passed(store, 50), 50);
  });

  check('slows down without closing', async ({ store }) => {
    const { leftMs, perSecond } = await store.slowDown(account, door, 4);
    assert.equal(leftMs, 0);
    isAbout(perSecond, 4 * pace.decrease);
    assert.equal(await passed(store, 10), 1);
    isAbout((await store.slowDown(account, door, 4)).perSecond, 4 * pace.decrease ** 2, 0.2);
  });

  check('never slows down to a standstill', async ({ store }) => {
    for (let time = 0; time < 5; time += 1) {
      const { perSecond } = await store.slowDown(account, door, 0.01);
      assert.ok((perSecond ?? 0) >= pace.leastPerSecond, `${perSecond}`);
    }
  });

  check('opens a barrier on word that its quota was cleared, and forgets its pace', async ({ store }) => {
    await store.closeBarrier(account, door, { forMs: 60_000, seenPerSecond: 10 });
    await store.openBarrier(account, door);
    assert.equal(await passed(store, 30), 30);
    await store.openBarrier(account, 'never closed');
  });
}
