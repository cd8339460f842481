import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TimedStores } from '../../test/support/timed-stores.js';
import type { AdmitAnswer, GroupPart, LimitRule, LimitStore } from './limit-store.js';

let stores: TimedStores;

beforeAll(async () => {
  stores = await TimedStores.start(Date.UTC(2030, 0, 1));
});
afterAll(() => stores.stop());

const windowMs = 1200;
const max = 100;

interface Ask {
  readonly afterMs: number;
  readonly asker: number;
  readonly weight: number;
}
interface Taken extends Ask {
  readonly atMs: number;
}

const parts = fc
  .tuple(fc.integer({ min: 15, max: 50 }), fc.integer({ min: 15, max: 50 }))
  .chain(([first, second]) =>
    fc.record({
      shares: fc.constant([first, second, Math.max(10, Math.min(100 - first - second, 40))]),
      priorities: fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2)),
      burst: fc.constantFrom(0, 5, 30),
      overdraft: fc.constantFrom(0, 10),
      headroom: fc.constantFrom(0, 10, 40),
    }),
  )
  .filter(({ shares }) => shares.reduce((sum, share) => sum + share, 0) <= max);
type Parts = typeof parts extends fc.Arbitrary<infer Value> ? Value : never;

const asks = fc.array(
  fc.record({
    afterMs: fc.oneof(fc.nat(40), fc.integer({ min: 900, max: 1300 })),
    asker: fc.nat(2),
    weight: fc.integer({ min: 1, max: 10 }),
  }),
  { minLength: 1, maxLength: 60 },
);

function groupsOf({ shares, priorities, burst, overdraft }: Parts): GroupPart[] {
  return shares.map((share, index) => ({
    name: `g${index}`,
    max: share,
    priority: priorities[index] ?? 0,
    burst,
    overdraft,
  }));
}

function ruleOf(
  made: Parts,
  { asker, weight }: Pick<Ask, 'asker' | 'weight'>,
  isCalendar: boolean,
): LimitRule {
  const split = { counter: 'app', asker, groups: groupsOf(made), ceiling: max + made.headroom };
  const common = { key: `app#${asker}`, scope: 'group', weight, max, split } as const;
  return isCalendar
    ? { ...common, type: 'calendar', unit: 'minute' }
    : { ...common, type: 'sliding-window', windowMs };
}

let accounts = 0;

async function ask(store: LimitStore, account: string, rule: LimitRule, id: string): Promise<AdmitAnswer> {
  return store.admit({ account, admissionId: id, rules: [rule], barriers: [], inFlightMs: 0 });
}

async function replay(
  store: LimitStore,
  made: Parts,
  run: readonly Ask[],
  isCalendar: boolean,
  look: (answer: AdmitAnswer, asked: Ask, before: readonly Taken[]) => void,
): Promise<string> {
  accounts += 1;
  stores.reset();
  const account = `wx${accounts}`;
  const taken: Taken[] = [];
  for (const [index, asked] of run.entries()) {
    stores.advance(asked.afterMs);
    const answer = await ask(store, account, ruleOf(made, asked, isCalendar), `${index}`);
    look(answer, asked, taken);
    if (answer.type === 'admitted') taken.push({ ...asked, atMs: stores.nowMs });
  }
  return account;
}

/** What counts at the latest in a window that ends now, its oldest slot as a whole. */
function counted(taken: readonly Taken[], isOf: (one: Taken) => boolean = () => true): number {
  const from = stores.nowMs - windowMs - windowMs / 120;
  return taken.filter((one) => one.atMs > from && isOf(one)).reduce((sum, { weight }) => sum + weight, 0);
}

const numRuns = { memory: 300, Redis: 40 } as const;

for (const name of ['memory', 'Redis'] as const) {
  describe(`groups in the ${name} store`, () => {
    it('all together never pass the ceiling in any window', async () => {
      await fc.assert(
        fc.asyncProperty(parts, asks, async (made, run) => {
          const store = stores.open(name);
          await replay(store, made, run, false, (answer, { weight }, before) => {
            if (answer.type !== 'admitted') return;
            const exact = before.filter(({ atMs }) => atMs >= stores.nowMs - windowMs);
            const sum = exact.reduce((total, one) => total + one.weight, 0);
            expect(sum + weight).toBeLessThanOrEqual(max + made.headroom);
          });
        }),
        { numRuns: numRuns[name] },
      );
    });

    it('a group within its own part is never refused while the whole has room', async () => {
      await fc.assert(
        fc.asyncProperty(parts, asks, async (made, run) => {
          const store = stores.open(name);
          await replay(store, made, run, false, (answer, { asker, weight }, before) => {
            const own = counted(before, (one) => one.asker === asker) + weight;
            const isWithinPart = own <= (made.shares[asker] ?? 0);
            const hasRoom = counted(before) + weight <= max + made.headroom;
            if (isWithinPart && hasRoom) expect(answer).toMatchObject({ drew: { how: 'part' } });
          });
        }),
        { numRuns: numRuns[name] },
      );
    });

    for (const isCalendar of [false, true]) {
      it(`names the first moment at which ${isCalendar ? 'a split minute' : 'a split window'} has room`, async () => {
        await fc.assert(
          fc.asyncProperty(parts, asks, fc.nat(2), async (made, run, asker) => {
            const store = stores.open(name);
            const account = await replay(store, made, run, isCalendar, () => undefined);
            const rule = ruleOf(made, { asker, weight: 8 }, isCalendar);
            const answer = await ask(store, account, rule, 'first');
            if (answer.type === 'admitted') return;
            expect(answer.retryAfterMs).toBeGreaterThan(0);
            if (answer.retryAfterMs > 1) {
              stores.advance(answer.retryAfterMs - 1);
              expect((await ask(store, account, rule, 'early')).type).toBe('refused');
              stores.advance(1);
            } else stores.advance(1);
            expect((await ask(store, account, rule, 'due')).type).toBe('admitted');
          }),
          { numRuns: numRuns[name] },
        );
      });
    }
  });
}

describe('a calendar unit that groups share', () => {
  it('lends the part of an idle group in proportion to the time that has passed', async () => {
    const store = stores.open('memory');
    const made: Parts = { shares: [50, 50, 0], priorities: [0, 0, 0], burst: 0, overdraft: 0, headroom: 0 };
    stores.reset();
    for (const [afterMs, expected] of [
      [0, 50],
      [30_000, 25],
      [15_000, 12],
      [14_000, 12],
      [1000, 50],
    ] as const) {
      stores.advance(afterMs);
      let through = 0;
      for (let call = 0; call < 120; call += 1) {
        const answer = await ask(
          store,
          'wx',
          ruleOf(made, { asker: 1, weight: 1 }, true),
          `${afterMs}-${call}`,
        );
        if (answer.type === 'admitted') through += 1;
      }
      expect([afterMs, through]).toEqual([afterMs, expected]);
    }
  });
});
