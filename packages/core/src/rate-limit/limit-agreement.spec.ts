import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { TimedStores } from '../../test/support/timed-stores.js';
import type { GroupSplit, LimitRule, LimitStore } from './limit-store.js';

let stores: TimedStores;

beforeAll(async () => {
  stores = await TimedStores.start(Date.UTC(2030, 0, 1, 15, 59, 30));
});
afterAll(() => stores.stop());

const split = (counter: string, asker: number, max: number): GroupSplit => ({
  counter,
  asker,
  ceiling: max * 1.2,
  groups: [
    { name: 'interactive', max: max / 2, priority: 1, burst: 3, overdraft: 2 },
    { name: 'batch', max: max / 2, priority: 0, burst: 3, overdraft: 0 },
  ],
});

/** One rule of each kind, small enough that each of them refuses now and then. */
function rulesFor(asker: number, weight: number, person: string): readonly LimitRule[] {
  const app = { key: `app#${asker}`, scope: 'group', weight } as const;
  const window = { type: 'sliding-window', weight } as const;
  return [
    { ...window, key: `${person}:window`, scope: 'recipient', max: 30, windowMs: 900, countsFrom: 'end' },
    { ...window, key: `${person}:1500ms`, scope: 'recipient', max: 125, windowMs: 1500 },
    { ...window, key: 'endpoint:a.b:60000ms', scope: 'endpoint', max: 121, windowMs: 15_000 },
    {
      ...window,
      key: 'endpoint:a.b:1000ms',
      scope: 'endpoint',
      max: 130,
      windowMs: 14_000,
      countsFrom: 'end',
    },
    { ...app, type: 'sliding-window', windowMs: 2000, max: 40, split: split('app:2000ms', asker, 40) },
    {
      ...app,
      type: 'sliding-window',
      windowMs: 900,
      max: 30,
      countsFrom: 'end',
      split: split('app:900ms', asker, 30),
    },
    { ...app, type: 'calendar', unit: 'minute', max: 60, split: split('app:minute', asker, 60) },
    { type: 'calendar', unit: 'day', key: 'tenant:t1:day', scope: 'tenant', weight, max: 90 },
    { type: 'bucket', key: 'tenant:t1:pace', scope: 'tenant', weight, max: 60, windowMs: 1000, burst: 20 },
    { type: 'concurrency', key: 'app:concurrency', scope: 'app', weight: 1, max: 9, holdMs: 900 },
  ];
}

const steps = fc.array(
  fc.record({
    afterMs: fc.constantFrom(0, 0, 1, 7, 15, 40, 110, 450, 901, 5000),
    kind: fc.constantFrom(
      ...new Array(20).fill('admit'),
      ...new Array(6).fill('release'),
      'close',
      'close',
      'grow',
      'slow',
      'open',
      'open',
    ),
    asker: fc.nat(1),
    weight: fc.constantFrom(1, 2, 5, 9, 0.5),
    /** Bit by bit: which of the rules. */
    rules: fc.integer({ min: 1, max: 1023 }),
    /** So many people, who are asked for at once. */
    people: fc.constantFrom(1, 1, 1, 1, 2, 9),
    enforce: fc.constantFrom(true, true, true, false),
    inFlightMs: fc.constantFrom(300, 4000),
  }),
  { minLength: 30, maxLength: 80 },
);
type Step = typeof steps extends fc.Arbitrary<readonly (infer One)[]> ? One : never;

const account = (run: number) => `wx${run}`;
let runs = 0;

/** Drives one store through all steps. What it answers must not depend on which store it is. */
async function drive(store: LimitStore, run: number, script: readonly Step[]): Promise<readonly unknown[]> {
  stores.reset();
  const answers: unknown[] = [];
  let last: { id: string; rules: readonly LimitRule[] } | undefined;
  for (const [index, step] of script.entries()) {
    stores.advance(step.afterMs);
    const door = { key: 'endpoint:a.b', scope: 'endpoint' } as const;
    const admit = async (rules: readonly LimitRule[], id: string) => {
      const { enforce, inFlightMs } = step;
      const request = {
        account: account(run),
        admissionId: id,
        rules,
        barriers: [door],
        inFlightMs,
        enforce,
      };
      const answer = await store.admit(request);
      if (answer.type === 'admitted') last = { id, rules };
      return answer;
    };
    if (step.kind === 'admit') {
      const asked = Array.from({ length: step.people }, (_, person) => {
        const all = rulesFor(step.asker, step.weight, `recipient:o${person}`);
        const rules = all.filter((_, bit) => (step.rules >> bit) % 2 === 1);
        return admit(rules, `a${index}-${person}`);
      });
      answers.push(...(await Promise.all(asked)));
    } else if (step.kind === 'release') {
      if (last === undefined) continue;
      await store.release(account(run), last.id, last.rules);
      // Redis hears of it with the next admission under the same rules.
      answers.push(await admit(last.rules, `r${index}`));
    } else {
      answers.push(await changeDoor(store, run, step, door.key));
    }
  }
  return answers;
}

async function changeDoor(store: LimitStore, run: number, step: Step, key: string): Promise<unknown> {
  const { kind, weight } = step;
  if (kind === 'open') return store.openBarrier(account(run), key);
  if (kind === 'slow') return store.slowDown(account(run), key, 8);
  if (kind === 'close')
    return store.closeBarrier(account(run), key, { forMs: 400, seenPerSecond: 8 * weight });
  return store.closeBarrier(account(run), key, { forMs: 1, growing: [200, 900, 2500] });
}

describe('the memory store and the Redis store', () => {
  it('give the same answer to everything', async () => {
    // The word of an end carries its age on the host's clock, which must not tick while Redis' stands still.
    const hostClock = vi.spyOn(performance, 'now').mockReturnValue(0);
    onTestFinished(() => hostClock.mockRestore());
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        runs += 1;
        const expected = await drive(stores.open('memory'), runs, script);
        expect(await drive(stores.open('Redis'), runs, script)).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });
});
