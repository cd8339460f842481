import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastTimeMs } from '../src/drill/least-time.mjs';
import { svgChart } from '../src/drill/svg-chart.mjs';
import { secondsPerRow, textChart } from '../src/drill/text-chart.mjs';

const quota = fc.record({
  tasks: fc.integer({ min: 1, max: 200 }),
  max: fc.integer({ min: 1, max: 20 }),
  windowMs: fc.integer({ min: 1, max: 5_000 }),
  firstAt: fc.integer({ min: 0, max: 1_000_000 }),
});

/** Sends every task as early as the platform lets it through, and tells when the last one went. */
function lastAtUnderFixedWindows({ tasks, max, windowMs, firstAt }: FixedQuota): number {
  const used = new Map<number, number>();
  let now = firstAt;
  for (let task = 0; task < tasks; task += 1) {
    while ((used.get(Math.floor(now / windowMs)) ?? 0) >= max)
      now = (Math.floor(now / windowMs) + 1) * windowMs;
    used.set(Math.floor(now / windowMs), (used.get(Math.floor(now / windowMs)) ?? 0) + 1);
  }
  return now;
}

function lastAtUnderSlidingWindows({ tasks, max, windowMs, firstAt }: FixedQuota): number {
  const sentAt: number[] = [];
  for (let task = 0; task < tasks; task += 1)
    sentAt.push(task < max ? firstAt : (sentAt[task - max] ?? 0) + windowMs);
  return sentAt.at(-1) ?? firstAt;
}

interface FixedQuota {
  readonly tasks: number;
  readonly max: number;
  readonly windowMs: number;
  readonly firstAt: number;
}

describe('the least time that a quota allows', () => {
  it('is what a sender takes who loses none, where windows are fixed', () => {
    fc.assert(
      fc.property(quota, (some) => {
        expect(leastTimeMs({ ...some, counts: 'fixed' })).toBe(lastAtUnderFixedWindows(some) - some.firstAt);
      }),
    );
  });

  it('is what a sender takes who loses none, where they slide', () => {
    fc.assert(
      fc.property(quota, (some) => {
        expect(leastTimeMs({ ...some, counts: 'sliding' })).toBe(
          lastAtUnderSlidingWindows(some) - some.firstAt,
        );
      }),
    );
  });
});

const row = fc.record({ delivered: fc.nat(5_000), refused: fc.nat(20_000) });
const rows = fc.array(row, { minLength: 1, maxLength: 60 });

describe('the chart as text', () => {
  it('has a line per row, shows whatever is there, and fits beside its figures', () => {
    fc.assert(
      fc.property(rows, (rows) => {
        const lines = textChart(rows, 1).split('\n');
        expect(lines).toHaveLength(rows.length);
        for (const [index, { delivered, refused }] of rows.entries()) {
          const line = lines[index] ?? '';
          expect(line.includes('█')).toBe(delivered > 0);
          expect(line.includes('░')).toBe(refused > 0);
          expect(line.split(/[█░]/).length - 1).toBeLessThanOrEqual(58);
        }
      }),
    );
  });

  it('says what stands behind the bars', () => {
    expect(textChart([{ delivered: 400, refused: 1_200 }], 1)).toMatch(/^ {3}0 s █+░+ 400 \+ 1200 refused$/);
  });

  it('is never longer than a page', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (tookMs) => {
        expect(Math.ceil(tookMs / 1000 / secondsPerRow(tookMs))).toBeLessThanOrEqual(46);
      }),
    );
  });
});

describe('the chart as SVG', () => {
  it('is well-formed, whatever the titles say', () => {
    const svg = svgChart([{ title: 'a < b & c', figures: '1 > 0', rows: [{ delivered: 1, refused: 2 }] }], 5);
    expect(svg).toContain('a &lt; b &amp; c');
    expect(svg.match(/<text/g)?.length).toBe(svg.match(/<\/text>/g)?.length);
    expect(svg).toMatch(/^<svg [^>]+>[\s\S]+<\/svg>\n$/);
  });

  it('draws inside its frame', () => {
    fc.assert(
      fc.property(rows, (rows) => {
        const svg = svgChart([{ title: '', figures: '', rows }], 100);
        const heights = [...svg.matchAll(/ height="(-?[\d.]+)"/g)].map(([, height]) => Number(height));
        const tops = [...svg.matchAll(/ y="(-?[\d.]+)"/g)].map(([, y]) => Number(y));
        expect(Math.min(...heights, ...tops)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
