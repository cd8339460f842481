import assert from 'node:assert/strict';
import type { ConcurrencyRule, LimitRule, LimitStore } from '../rate-limit/limit-store.js';
import { onFresh, type StoreHarness, type TestRunner } from './contract-runner.js';
import { doorContract } from './limit-store-contract/doors.js';
import { fleetContract } from './limit-store-contract/fleet.js';
import { groupContract } from './limit-store-contract/groups.js';
import {
  account,
  admission,
  admitted,
  refusal,
  request,
  window,
  windowMs,
} from './limit-store-contract/requests.js';

/** Lets no more than three seconds pass in all per test. */
export type LimitStoreHarness = StoreHarness<LimitStore>;

const places: ConcurrencyRule = {
  type: 'concurrency',
  key: 'endpoint:a.b:concurrency',
  scope: 'endpoint',
  weight: 1,
  max: 2,
  holdMs: 500,
};
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
        `${kind} window: accounts of one organisation share what is the organisation's`,
        async ({ store }) => {
          const [one, other] = ['ww1.1000001', 'ww1.1000002'];
          const shared = window({
            max,
            key: 'organisation:a.b:1000ms',
            scope: 'endpoint',
            organisation: 'ww1',
          });
          const own = window({ max, key: 'endpoint:a.b:1000ms', scope: 'endpoint' });
          for (let call = 0; call < max; call += 1) {
            await admission(store, request([own, shared], { account: call % 2 === 0 ? one : other }));
          }
          const refused = await refusal(store, request([own, shared], { account: one }));
          assert.equal(refused.key, shared.key);
          await admission(store, request([own], { account: one }));
          const elsewhere = { ...shared, organisation: 'ww2' };
          await admission(store, request([elsewhere], { account: 'ww2.1000001' }));
        },
      );
    }

    check('accounts of one organisation give back its places', async ({ store, advance }) => {
      const shared = { ...places, key: 'organisation:a.b:concurrency', organisation: 'ww1', max: 1 };
      const asked = request([shared], { account: 'ww1.1000001' });
      await admission(store, asked);
      await refusal(store, request([shared], { account: 'ww1.1000002' }));
      await store.release('ww1.1000001', asked.admissionId, [shared]);
      await advance(100);
      await admission(store, request([shared], { account: 'ww1.1000002' }));
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
          await admission(store, request([rule]));
        },
      );

      check(`${kind} window: counts weights`, async ({ store }) => {
        const rule = window({ max });
        await admission(store, request([{ ...rule, weight: max - 1 }]));
        await refusal(store, request([{ ...rule, weight: 2 }]));
        await admission(store, request([{ ...rule, weight: 0.5 }]));
        await admission(store, request([{ ...rule, weight: 0.5 }]));
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
        await admission(store, again);
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

    check('counting from the end: a slot keeps the weight until the word of the end', async (harness) => {
      const { store, advance } = harness;
      const rule = window({ max: 200, windowMs: 300, countsFrom: 'end' });
      const slow = request([{ ...rule, weight: 150 }]);
      await admission(store, slow);
      await admission(store, request([{ ...rule, weight: 50 }], { inFlightMs: 100_000 }));
      await advance(700);
      await refusal(store, request([{ ...rule, weight: 1 }]));
      await store.release(account, slow.admissionId, slow.rules);
      const refused = await refusal(store, request([{ ...rule, weight: 150 }]));
      assert.ok(refused.retryAfterMs > 200 && refused.retryAfterMs <= 310, `${refused.retryAfterMs} ms`);
      await advance(refused.retryAfterMs);
      await admission(store, request([{ ...rule, weight: 150 }]));
      await refusal(store, request([{ ...rule, weight: 1 }]));
    });

    check(
      'counting from the end: a slot of a call that nobody ended counts from its longest time',
      async (harness) => {
        const { store, advance } = harness;
        const rule = window({ max: 200, weight: 200, windowMs: 300, countsFrom: 'end' });
        await admission(store, request([rule], { inFlightMs: 300 }));
        await advance(450);
        await refusal(store, request([rule]));
        await advance(200);
        await admission(store, request([rule]));
      },
    );

    for (const unit of ['minute', 'hour', 'day'] as const) {
      check(`counts a clock ${unit}`, async ({ store }) => {
        const rule: LimitRule = { type: 'calendar', unit, key: unit, scope: 'endpoint', weight: 1, max: 2.5 };
        // The unit may end under way, at most once.
        const through = await admitted(store, 20, [rule]);
        assert.ok(through === 2 || through === 4, `${through}`);
        const { retryAfterMs } = await refusal(store, request([{ ...rule, weight: 2.5 }]));
        assert.ok(
          retryAfterMs > 0 && retryAfterMs <= { minute: 60_000, hour: 3_600_000, day: 86_400_000 }[unit],
        );
      });
    }

    check('a bucket lets its burst through at once, and the rest at an even pace', async (harness) => {
      const { store, advance } = harness;
      const rule: LimitRule = {
        type: 'bucket',
        key: 'tenant:t1:pace',
        scope: 'tenant',
        weight: 1,
        max: 2,
        windowMs: 1000,
        burst: 3,
      };
      assert.equal(await admitted(store, 6, [rule]), 3);
      const refused = await refusal(store, request([rule]));
      assert.equal(refused.key, rule.key);
      assert.ok(refused.retryAfterMs > 300 && refused.retryAfterMs <= 500, `${refused.retryAfterMs} ms`);
      const heavy = await refusal(store, request([{ ...rule, weight: 2 }]));
      assert.ok(heavy.retryAfterMs > 800 && heavy.retryAfterMs <= 1000, `${heavy.retryAfterMs} ms`);
      await advance(refused.retryAfterMs);
      assert.equal(await admitted(store, 3, [rule]), 1);
    });

    check('tells what is left of the rule that is scarcest', async ({ store }) => {
      const rules: readonly LimitRule[] = [
        window({ key: 'app:1000ms', max: 200 }),
        window({ max: 4 }),
        { type: 'calendar', unit: 'day', key: 'day', scope: 'app', weight: 1, max: 100 },
        { type: 'bucket', key: 'pace', scope: 'tenant', weight: 1, max: 1000, windowMs: 1000, burst: 50 },
        { ...places, max: 1000 },
      ];
      const first = await admission(store, request(rules));
      assert.deepEqual(first.remaining, { key: 'recipient:o1:window', max: 4, left: 3 });
      const day = { ...rules[2], weight: 90 } as LimitRule;
      const second = await admission(store, request([day]));
      assert.deepEqual(second.remaining, { key: 'day', max: 100, left: 9 });
      const bucket = { ...rules[3], weight: 49 } as LimitRule;
      const third = await admission(store, request([bucket]));
      assert.equal(third.remaining?.key, 'pace');
      assert.equal(third.remaining?.max, 50);
    });

    check('counts without holding anybody up where it is not to enforce', async ({ store }) => {
      const rules = [window(), window({ key: 'slots', max: 200 })];
      const shadow = () => store.admit(request(rules, { enforce: false }));
      for (let call = 0; call < 3; call += 1)
        assert.equal((await admission(store, request(rules))).shadowed, undefined);
      const answer = await shadow();
      assert.equal(answer.type, 'admitted');
      const { shadowed, remaining } = answer as Extract<typeof answer, { type: 'admitted' }>;
      assert.equal(shadowed?.by, 'limit');
      assert.equal(shadowed?.key, 'recipient:o1:window');
      assert.ok((shadowed?.retryAfterMs ?? 0) > 0);
      assert.equal(remaining?.left, 0);
      assert.equal(await admitted(store, 197, [rules[1] as LimitRule]), 196);
      await store.closeBarrier(account, 'app', { forMs: 1000 });
      const barriers = [{ key: 'app', scope: 'app' }] as const;
      await refusal(store, request(rules, { enforce: false, barriers }));
    });

    doorContract(check);
    groupContract(check);
    fleetContract(check);

    check('gives a turn to one', async ({ store, advance }) => {
      const turns = await Promise.all([1, 2, 3].map(() => store.takeTurn(account, 'quota', 300)));
      assert.equal(turns.filter(Boolean).length, 1);
      assert.equal(await store.takeTurn(account, 'other', 300), true);
      await advance(350);
      assert.equal(await store.takeTurn(account, 'quota', 300), true);
    });
  });
}
