import assert from 'node:assert/strict';
import type {
  AdmitRequest,
  ConcurrencyRule,
  LimitRule,
  LimitStore,
  SlidingWindowRule,
} from '../rate-limit/limit-store.js';
import { onFresh, type StoreHarness, type TestRunner } from './contract-runner.js';

/** Lets no more than three seconds pass in all per test. */
export type LimitStoreHarness = StoreHarness<LimitStore>;

const account = 'wx0000000000000001';
const windowMs = 1000;

const window = (fields: Partial<SlidingWindowRule> = {}): SlidingWindowRule => ({
  type: 'sliding-window',
  key: 'recipient:o1:window',
  scope: 'recipient',
  weight: 1,
  max: 3,
  windowMs,
  ...fields,
});
const places: ConcurrencyRule = {
  type: 'concurrency',
  key: 'endpoint:a.b:concurrency',
  scope: 'endpoint',
  weight: 1,
  max: 2,
  holdMs: 500,
};
const barriers = [
  { key: 'gateway', scope: 'gateway' },
  { key: 'endpoint:a.b', scope: 'endpoint' },
] as const;

let admissions = 0;

function request(rules: readonly LimitRule[], fields: Partial<AdmitRequest> = {}): AdmitRequest {
  admissions += 1;
  return { account, admissionId: `a${admissions}`, rules, barriers: [], inFlightMs: 5000, ...fields };
}

/** Asks `count` times at once; answers how many were admitted. */
async function admitted(store: LimitStore, count: number, rules: readonly LimitRule[]): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, () => store.admit(request(rules))));
  return answers.filter(({ type }) => type === 'admitted').length;
}

async function refusal(store: LimitStore, asked: AdmitRequest) {
  const answer = await store.admit(asked);
  assert.equal(answer.type, 'refused');
  // The line above says so; the compiler cannot see it.
  return answer as Extract<typeof answer, { type: 'refused' }>;
}

/**
 * What every `LimitStore` must do. Run it over a store of your own:
 *
 * ```ts
 * limitStoreContract({ describe, it }, async () => ({ store: new MyStore(), advance: sleep }));
 * ```
 *
 * @param create answers a fresh, empty store for each test
 */
export function limitStoreContract(
  { describe, it }: TestRunner,
  create: () => Promise<LimitStoreHarness>,
): void {
  const check = (name: string, body: (harness: LimitStoreHarness) => Promise<void>) =>
    it(name, () => onFresh(create, body));

  describe('a limit store', () => {
    check('lets through what no rule and no barrier concerns', async ({ store }) => {
      assert.deepEqual(await store.admit(request([])), { type: 'admitted' });
    });

    for (const [kind, max] of [
      ['exact', 3],
      ['slotted', 200],
    ] as const) {
      check(
        `${kind} window: lets max through, names the moment of the next, and keeps it`,
        async (harness) => {
          const { store, advance } = harness;
          const rule = window({ max });
          assert.equal(await admitted(store, max + 5, [rule]), max);
          const refused = await refusal(store, request([rule]));
          assert.equal(refused.by, 'limit');
          assert.equal(refused.key, rule.key);
          assert.equal(refused.scope, 'recipient');
          assert.ok(
            refused.retryAfterMs > 0 && refused.retryAfterMs <= windowMs * 1.05,
            `${refused.retryAfterMs} ms`,
          );
          await advance(refused.retryAfterMs);
          assert.deepEqual(await store.admit(request([rule])), { type: 'admitted' });
        },
      );

      check(`${kind} window: counts weights`, async ({ store }) => {
        const rule = window({ max });
        assert.deepEqual(await store.admit(request([{ ...rule, weight: max - 1 }])), { type: 'admitted' });
        await refusal(store, request([{ ...rule, weight: 2 }]));
        assert.deepEqual(await store.admit(request([{ ...rule, weight: 0.5 }])), { type: 'admitted' });
        assert.deepEqual(await store.admit(request([{ ...rule, weight: 0.5 }])), { type: 'admitted' });
        await refusal(store, request([{ ...rule, weight: 0.5 }]));
      });
    }

    check('takes from every rule or from none', async ({ store }) => {
      const wide = window({ key: 'app:1000ms', scope: 'app', max: 4 });
      const narrow = window({ max: 1 });
      assert.equal(await admitted(store, 3, [narrow, wide]), 1);
      assert.equal((await refusal(store, request([wide, narrow]))).key, narrow.key);
      assert.equal(await admitted(store, 5, [wide]), 3);
    });

    check('names the rule that opens last', async ({ store }) => {
      const long = window({ key: 'long', windowMs: 60_000, max: 1 });
      const short = window({ key: 'short', max: 1 });
      assert.equal(await admitted(store, 1, [long, short]), 1);
      for (const rules of [
        [long, short],
        [short, long],
      ]) {
        const refused = await refusal(store, request(rules));
        assert.equal(refused.key, 'long');
        assert.ok(refused.retryAfterMs > 50_000);
      }
    });

    check('counts recipients, accounts and rules apart', async ({ store }) => {
      assert.equal(await admitted(store, 5, [window()]), 3);
      assert.equal(await admitted(store, 5, [window({ key: 'recipient:o2:window' })]), 3);
      const other = await store.admit(request([window()], { account: 'wx0000000000000002' }));
      assert.equal(other.type, 'admitted');
    });

    check('F44: a repeated admission takes its place once', async ({ store }) => {
      const again = request([window(), window({ key: 'slots', max: 500 })]);
      for (let time = 0; time < 5; time += 1) {
        assert.deepEqual(await store.admit(again), { type: 'admitted' });
      }
      assert.equal(await admitted(store, 5, [window()]), 2);
    });

    check('counting from the end: a place stays taken while the call is on its way', async (harness) => {
      const { store, advance } = harness;
      const rule = window({ max: 1, windowMs: 300, countsFrom: 'end' });
      const slow = request([rule]);
      assert.equal((await store.admit(slow)).type, 'admitted');
      await advance(700);
      await refusal(store, request([rule]));
      await store.release(account, slow.admissionId, [rule]);
      const refused = await refusal(store, request([rule]));
      assert.ok(refused.retryAfterMs > 0 && refused.retryAfterMs <= 302, `${refused.retryAfterMs} ms`);
      await advance(refused.retryAfterMs);
      assert.equal((await store.admit(request([rule]))).type, 'admitted');
    });

    check('counting from the end: a call that nobody ended counts from its longest time', async (harness) => {
      const { store, advance } = harness;
      const rule = window({ max: 1, windowMs: 200, countsFrom: 'end' });
      assert.equal((await store.admit(request([rule], { inFlightMs: 300 }))).type, 'admitted');
      await advance(350);
      await refusal(store, request([rule]));
      await advance(300);
      assert.equal((await store.admit(request([rule]))).type, 'admitted');
    });

    check('F65: gives a place of a concurrency rule to the next when a call has ended', async ({ store }) => {
      const first = request([places]);
      assert.equal((await store.admit(first)).type, 'admitted');
      assert.equal(await admitted(store, 3, [places]), 1);
      const refused = await refusal(store, request([places]));
      assert.ok(refused.retryAfterMs > 0 && refused.retryAfterMs <= places.holdMs);
      await store.release(account, first.admissionId, [places]);
      await store.release(account, 'nobody', [places]);
      assert.equal(await admitted(store, 3, [places]), 1);
    });

    check('gives the place of a dead holder back after holdMs', async ({ store, advance }) => {
      assert.equal(await admitted(store, 3, [places]), 2);
      await advance(places.holdMs + 50);
      assert.equal(await admitted(store, 3, [places]), 2);
    });

    check('counts a day until 00:00 Beijing time', async ({ store }) => {
      const rule: LimitRule = { type: 'calendar-day', key: 'day', scope: 'endpoint', weight: 1, max: 3 };
      assert.equal(await admitted(store, 5, [rule]), 3);
      const refused = await refusal(store, request([rule]));
      assert.ok(refused.retryAfterMs > 0 && refused.retryAfterMs <= 86_400_000);
    });

    check('a closed barrier refuses, takes nothing, and opens by itself', async ({ store, advance }) => {
      const left = await store.closeBarrier(account, 'endpoint:a.b', 400);
      assert.ok(left > 300 && left <= 401, `${left} ms`);
      const refused = await refusal(store, request([window()], { barriers }));
      assert.equal(refused.by, 'barrier');
      assert.equal(refused.key, 'endpoint:a.b');
      assert.equal(refused.scope, 'endpoint');
      assert.ok(refused.retryAfterMs > 0 && refused.retryAfterMs <= 401);
      assert.equal(await admitted(store, 5, [window()]), 3);
      await advance(left);
      assert.equal((await store.admit(request([], { barriers }))).type, 'admitted');
    });

    check('keeps the later of two moments at which a barrier opens', async ({ store }) => {
      await store.closeBarrier(account, 'gateway', 60_000);
      const left = await store.closeBarrier(account, 'gateway', 1000);
      assert.ok(left > 50_000);
      const refused = await refusal(store, request([], { barriers }));
      assert.equal(refused.key, 'gateway');
      assert.ok(refused.retryAfterMs > 50_000);
      assert.ok((await store.closeBarrier(account, 'gateway', 90_000)) > 80_000);
    });

    check('F146: closes for a bounded time whatever it is told', async ({ store }) => {
      for (const [index, nonsense] of [0, -5, Number.NaN].entries()) {
        const left = await store.closeBarrier(account, `n${index}`, nonsense);
        assert.ok(left > 25_000 && left <= 30_001, `${nonsense}: ${left} ms`);
      }
      for (const huge of [Number.POSITIVE_INFINITY, 2 ** 53]) {
        assert.ok((await store.closeBarrier(account, `h${huge}`, huge)) <= 86_400_001);
      }
    });

    check('gives a turn to one', async ({ store, advance }) => {
      const turns = await Promise.all([1, 2, 3].map(() => store.takeTurn(account, 'quota', 300)));
      assert.equal(turns.filter(Boolean).length, 1);
      assert.equal(await store.takeTurn(account, 'other', 300), true);
      await advance(350);
      assert.equal(await store.takeTurn(account, 'quota', 300), true);
    });
  });
}
