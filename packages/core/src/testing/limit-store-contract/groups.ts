import assert from 'node:assert/strict';
import type { AdmitAnswer, GroupPart, LimitRule, LimitStore } from '../../rate-limit/limit-store.js';
import type { StoreHarness } from '../contract-runner.js';
import { admission, admitted, refusal, request, window } from './requests.js';

type Check = (name: string, body: (harness: StoreHarness<LimitStore>) => Promise<void>) => void;

interface Split {
  readonly parts?: readonly Partial<GroupPart>[];
  readonly ceiling?: number;
  readonly counter?: string;
}

/** A window of 200 that `interactive` (0) and `batch` (1) share by halves. */
function ruleOf(asker: number, { parts = [], ceiling = 200, counter = 'app:1000ms' }: Split = {}): LimitRule {
  const half = { max: 100, priority: 0, burst: 0, overdraft: 0 };
  const groups = [
    { ...half, name: 'interactive', ...parts[0] },
    { ...half, name: 'batch', ...parts[1] },
  ];
  const key = `${counter}#${groups[asker]?.name}`;
  return window({ key, scope: 'group', max: 200, split: { counter, asker, groups, ceiling } });
}

function drawsOf(answers: readonly AdmitAnswer[]): Record<string, number> {
  const draws: Record<string, number> = {};
  for (const answer of answers) {
    const how = answer.type === 'admitted' ? (answer.drew?.how ?? 'nothing') : 'refused';
    draws[how] = (draws[how] ?? 0) + 1;
  }
  return draws;
}

async function flood(store: LimitStore, rule: LimitRule, count = 300): Promise<Record<string, number>> {
  return drawsOf(await Promise.all(Array.from({ length: count }, () => store.admit(request([rule])))));
}

/** What every store must do where groups share a rule. */
export function groupContract(check: Check): void {
  check('lends what an idle group leaves, all but a hundredth of the whole', async ({ store }) => {
    assert.deepEqual(await flood(store, ruleOf(1)), { part: 100, borrowed: 98, refused: 102 });
    const woken = await admission(store, request([ruleOf(0)]));
    assert.deepEqual(woken.drew, { how: 'part', key: 'app:1000ms#interactive' });
  });

  check('lends nothing of a busy group, and lets it have its part under any flood', async ({ store }) => {
    assert.deepEqual(await flood(store, ruleOf(0), 1), { part: 1 });
    assert.deepEqual(await flood(store, ruleOf(1)), { part: 100, refused: 200 });
    assert.deepEqual(await flood(store, ruleOf(0), 99), { part: 99 });
    assert.deepEqual(await flood(store, ruleOf(0), 3), { refused: 3 });
  });

  check('lends again one window after a group asked last', async ({ store, advance }) => {
    await flood(store, ruleOf(0), 1);
    await advance(1050);
    assert.deepEqual(await flood(store, ruleOf(1)), { part: 100, borrowed: 98, refused: 102 });
  });

  check('lends what belongs to no part', async ({ store }) => {
    const split = { parts: [{ max: 60 }, { max: 100 }] };
    await flood(store, ruleOf(0, split), 1);
    assert.deepEqual(await flood(store, ruleOf(1, split)), { part: 100, borrowed: 40, refused: 160 });
  });

  check('gives burst, then overdraft, out of the room below the ceiling', async ({ store }) => {
    const split = { parts: [{}, { burst: 20, overdraft: 10 }], ceiling: 240 };
    await flood(store, ruleOf(0, split), 1);
    const draws = await flood(store, ruleOf(1, split));
    assert.deepEqual(draws, { part: 100, burst: 20, overdraft: 10, refused: 170 });
    assert.deepEqual(await flood(store, ruleOf(0, split), 99), { part: 99 });
  });

  check('never passes the ceiling, and keeps the parts of the busy below it', async ({ store }) => {
    const split = { parts: [{}, { burst: 100, overdraft: 100 }], ceiling: 210 };
    await flood(store, ruleOf(0, split), 1);
    assert.deepEqual(await flood(store, ruleOf(1, split)), { part: 100, burst: 10, refused: 190 });
    assert.deepEqual(await flood(store, ruleOf(0, split), 120), { part: 99, refused: 21 });
  });

  check('a part that was lent away is found in the room below the ceiling', async ({ store }) => {
    const split = { ceiling: 220 };
    assert.equal((await flood(store, ruleOf(1, split))).borrowed, 98);
    assert.deepEqual(await flood(store, ruleOf(0, split), 50), { part: 22, refused: 28 });
  });

  check(
    'nobody borrows while a group of higher priority has been refused and not served',
    async (harness) => {
      const { store } = harness;
      const three = (asker: number): LimitRule => {
        const groups = ['interactive', 'batch', 'idle'].map((name, index) => ({
          name,
          max: index === 0 ? 20 : 90,
          priority: index === 0 ? 1 : 0,
          burst: 0,
          overdraft: 0,
        }));
        const split = { counter: 'app:1000ms', asker, groups, ceiling: 200 };
        return window({ key: `app:1000ms#${groups[asker]?.name}`, scope: 'group', max: 200, split });
      };
      const heavy = { ...three(0), weight: 15 };
      await admission(store, request([heavy]));
      assert.equal((await admission(store, request([{ ...three(1), weight: 90 }]))).drew?.how, 'part');
      assert.equal((await admission(store, request([{ ...three(1), weight: 85 }]))).drew?.how, 'borrowed');
      await refusal(store, request([heavy]));
      const outranked = await refusal(store, request([three(1)]));
      assert.ok(outranked.retryAfterMs > 0 && outranked.retryAfterMs <= 1010);
      await admission(store, request([three(0)]));
      assert.equal((await admission(store, request([three(1)]))).drew?.how, 'borrowed');
    },
  );

  check('names a moment at which the group that was refused is let through', async ({ store, advance }) => {
    await flood(store, ruleOf(0), 1);
    await flood(store, ruleOf(1), 150);
    const refused = await refusal(store, request([ruleOf(1)]));
    assert.equal(refused.key, 'app:1000ms#batch');
    assert.equal(refused.by, 'limit');
    assert.ok(refused.retryAfterMs > 500 && refused.retryAfterMs <= 1010, `${refused.retryAfterMs} ms`);
    await advance(refused.retryAfterMs);
    await admission(store, request([ruleOf(1)]));
  });

  check('splits a calendar day', async ({ store }) => {
    const day = (asker: number): LimitRule => {
      const { split } = ruleOf(asker, { counter: 'app:day' }) as Extract<
        LimitRule,
        { type: 'sliding-window' }
      >;
      return {
        type: 'calendar',
        unit: 'day',
        key: `day#${asker}`,
        scope: 'group',
        weight: 1,
        max: 200,
        split,
      };
    };
    assert.equal(await admitted(store, 1, [day(0)]), 1);
    assert.deepEqual(await flood(store, day(1), 150), { part: 100, refused: 50 });
    const refused = await refusal(store, request([day(1)]));
    assert.ok(refused.retryAfterMs > 0 && refused.retryAfterMs <= 86_400_000);
    assert.deepEqual(await flood(store, day(0), 120), { part: 99, refused: 21 });
  });

  check('tells of several split rules which one gave most freely', async ({ store }) => {
    const [second, minute] = [
      ruleOf(1),
      ruleOf(1, { counter: 'app:60000ms', parts: [{ max: 190 }, { max: 10 }] }),
    ];
    for (let call = 0; call < 10; call += 1) {
      assert.equal((await admission(store, request([second, minute]))).drew?.how, 'part');
    }
    const { drew } = await admission(store, request([second, minute]));
    assert.deepEqual(drew, { how: 'borrowed', key: 'app:60000ms#batch' });
  });
}
