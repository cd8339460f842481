import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BarrierWatch } from './barrier-watch.js';

const labels = { account: 'wx0000000000000001', scope: 'app', key: 'app' } as const;

const step = fc.record({
  afterMs: fc.integer({ min: 0, max: 50 }),
  what: fc.oneof(
    fc.constant('scrape' as const),
    fc.constant('open' as const),
    fc.integer({ min: 1, max: 60 }),
  ),
});

/** Looks at every millisecond whether the barrier is closed in it. */
function closedMs(steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]): number {
  let [nowMs, untilMs, total] = [0, 0, 0];
  for (const { afterMs, what } of steps) {
    for (let ms = 0; ms < afterMs; ms += 1, nowMs += 1) total += nowMs < untilMs ? 1 : 0;
    if (what === 'open') untilMs = nowMs;
    else if (what !== 'scrape') untilMs = nowMs + what;
  }
  return total;
}

it('counts each moment behind a closed barrier once, however often it is closed, opened and scraped', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let counted = 0;
      const watch = new BarrierWatch((_, seconds) => {
        counted += seconds;
      });
      let nowMs = 0;
      for (const { afterMs, what } of steps) {
        nowMs += afterMs;
        if (what === 'scrape') watch.settle(nowMs);
        else if (what === 'open') watch.opened('app', nowMs);
        else watch.closed('app', labels, what, nowMs);
      }
      watch.settle(nowMs);
      expect(counted).toBeCloseTo(closedMs(steps) / 1000, 9);
    }),
  );
});

it('counts the barriers of everybody who met a limit also where nobody scrapes', () => {
  let counted = 0;
  const watch = new BarrierWatch((_, seconds) => {
    counted += seconds;
  });
  for (let n = 0; n <= 30_000; n += 1) {
    watch.closed(`recipient:${n}`, { ...labels, scope: 'recipient', key: 'recipient' }, 1_000, n);
  }
  // Swept at 10, 20 and 30 s: 29 001 were closed for their whole second by then, the others for 500 ms on the average.
  expect(counted).toBeCloseTo(29_001 + 499.5, 3);
  expect(watch.left(30_000)).toMatchObject([[{ key: 'recipient' }, 1]]);
});
