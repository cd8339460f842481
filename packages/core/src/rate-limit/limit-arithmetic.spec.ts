import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TimedStores } from '../../test/support/timed-stores.js';
import { luaScripts } from '../redis/lua.generated.js';
import type { AdmitAnswer, LimitRule, LimitStore } from './limit-store.js';
import { slotMsOf } from './limit-store.js';

/** Both stores are driven over the same made-up time, and compared with a list of everything that was ever admitted. */
let stores: TimedStores;
let accounts = 0;

beforeAll(async () => {
  stores = await TimedStores.start(Date.UTC(2030, 0, 1));
});
afterAll(() => stores.stop());

interface Step {
  readonly afterMs: number;
  readonly weight: number;
}
interface Taken {
  readonly atMs: number;
  readonly weight: number;
}

/** Some gaps are about one window long: that is where a count that is off by one shows. */
const steps = (longestGapMs: number, heaviest: number, windowMs = longestGapMs) =>
  fc.array(
    fc.record({
      afterMs: fc.oneof(fc.nat(longestGapMs), fc.integer({ min: windowMs - 25, max: windowMs + 25 })),
      weight: fc.integer({ min: 1, max: heaviest }),
    }),
    {
      minLength: 1,
      maxLength: 60,
    },
  );

async function replay(
  store: LimitStore,
  rule: LimitRule,
  run: readonly Step[],
  look: (answer: AdmitAnswer, step: Step, before: readonly Taken[]) => void,
): Promise<readonly Taken[]> {
  accounts += 1;
  stores.reset();
  const taken: Taken[] = [];
  for (const [index, step] of run.entries()) {
    stores.advance(step.afterMs);
    const rules = [{ ...rule, weight: step.weight }];
    const account = `wx${accounts}`;
    const answer = await store.admit({
      account,
      admissionId: `${index}`,
      rules,
      barriers: [],
      inFlightMs: 0,
    });
    look(answer, step, taken);
    if (answer.type === 'admitted') taken.push({ atMs: stores.nowMs, weight: step.weight });
  }
  return taken;
}

/** What was taken in the closed stretch of `windowMs` that ends at `endMs`. */
function takenIn(taken: readonly Taken[], windowMs: number, endMs: number): number {
  const inside = taken.filter(({ atMs }) => atMs >= endMs - windowMs && atMs <= endMs);
  return inside.reduce((sum, { weight }) => sum + weight, 0);
}

function fullestWindow(taken: readonly Taken[], windowMs: number): number {
  return Math.max(0, ...taken.map(({ atMs }) => takenIn(taken, windowMs, atMs)));
}

/** First millisecond at which an exact window has room, found by trying each candidate. */
function firstRoom(taken: readonly Taken[], max: number, windowMs: number, weight: number): number {
  const candidates = [
    stores.nowMs,
    ...taken.map(({ atMs }) => atMs + windowMs + 1).filter((at) => at > stores.nowMs),
  ];
  const fits = candidates.filter((at) => takenIn(taken, windowMs, at) + weight <= max);
  return Math.min(...fits);
}

const numRuns = { memory: 400, Redis: 60 } as const;

for (const name of ['memory', 'Redis'] as const) {
  describe(`arithmetic of the ${name} store`, () => {
    it('an exact window refuses exactly when it must, and names the very moment', async () => {
      await fc.assert(
        fc.asyncProperty(steps(60, 3, 200), fc.integer({ min: 3, max: 9 }), async (run, max) => {
          const windowMs = 200;
          const rule = { type: 'sliding-window', key: 'w', scope: 'app', weight: 1, max, windowMs } as const;
          const taken = await replay(stores.open(name), rule, run, (answer, { weight }, before) => {
            const room = firstRoom(before, max, windowMs, weight);
            if (room === stores.nowMs) expect(answer.type).toBe('admitted');
            else
              expect(answer).toMatchObject({ type: 'refused', key: 'w', retryAfterMs: room - stores.nowMs });
          });
          expect(fullestWindow(taken, windowMs)).toBeLessThanOrEqual(max);
        }),
        { numRuns: numRuns[name] },
      );
    });

    it('a slotted window never holds more than max, and frees room one slot late at most', async () => {
      await fc.assert(
        fc.asyncProperty(
          steps(60, 80, 1000),
          fc.integer({ min: 121, max: 300 }),
          fc.constantFrom(600, 1000, 1234),
          async (run, max, windowMs) => {
            const rule = {
              type: 'sliding-window',
              key: 'w',
              scope: 'app',
              weight: 1,
              max,
              windowMs,
            } as const;
            const taken = await replay(stores.open(name), rule, run, (answer, { weight }, before) => {
              const room = firstRoom(before, max, windowMs, weight);
              const late = firstRoom(before, max, windowMs + slotMsOf(windowMs), weight);
              if (answer.type === 'admitted') return expect(room).toBe(stores.nowMs);
              expect(late).toBeGreaterThan(stores.nowMs);
              const reopens = stores.nowMs + answer.retryAfterMs;
              expect(reopens).toBeGreaterThanOrEqual(room);
              expect(reopens).toBeLessThanOrEqual(late);
            });
            expect(fullestWindow(taken, windowMs)).toBeLessThanOrEqual(max);
          },
        ),
        { numRuns: numRuns[name] },
      );
    });

    it('a slotted window lets the very call through that it put off, at the moment it named', async () => {
      await fc.assert(
        fc.asyncProperty(steps(60, 80, 1000), async (run) => {
          const rule = { type: 'sliding-window', key: 'w', scope: 'app', max: 150, windowMs: 1000 } as const;
          const store = stores.open(name);
          await replay(store, { ...rule, weight: 1 }, run, () => undefined);
          const ask = (admissionId: string) =>
            store.admit({
              account: `wx${accounts}`,
              admissionId,
              rules: [{ ...rule, weight: 100 }],
              barriers: [],
              inFlightMs: 0,
            });
          const answer = await ask('first');
          if (answer.type === 'admitted') return;
          stores.advance(answer.retryAfterMs - 1);
          expect((await ask('early')).type).toBe('refused');
          stores.advance(1);
          expect((await ask('due')).type).toBe('admitted');
        }),
        { numRuns: numRuns[name] },
      );
    });

    it('a day lets max through between two midnights in Beijing', async () => {
      const beijingDay = (atMs: number) => new Date(atMs + 8 * 3_600_000).toISOString().slice(0, 10);
      await fc.assert(
        fc.asyncProperty(steps(5 * 3_600_000, 3), fc.integer({ min: 3, max: 12 }), async (run, max) => {
          const rule: LimitRule = {
            type: 'calendar',
            unit: 'day',
            key: 'd',
            scope: 'endpoint',
            weight: 1,
            max,
          };
          await replay(stores.open(name), rule, run, (answer, { weight }, before) => {
            const today = before.filter(({ atMs }) => beijingDay(atMs) === beijingDay(stores.nowMs));
            const sum = today.reduce((total, taken) => total + taken.weight, 0);
            expect(answer.type).toBe(sum + weight <= max ? 'admitted' : 'refused');
            if (answer.type === 'admitted') return;
            expect(beijingDay(stores.nowMs + answer.retryAfterMs - 1)).toBe(beijingDay(stores.nowMs));
            expect(beijingDay(stores.nowMs + answer.retryAfterMs)).not.toBe(beijingDay(stores.nowMs));
          });
        }),
        { numRuns: numRuns[name] },
      );
    });
  });
}

describe('the scripts', () => {
  it('are known to the server by the digest that stands beside them', () => {
    for (const { source, sha1 } of Object.values(luaScripts)) {
      expect(createHash('sha1').update(source).digest('hex')).toBe(sha1);
    }
  });
});
