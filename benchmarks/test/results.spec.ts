import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atLeast, atMost, missedAmong } from '../src/results/targets.mjs';
import { type About, type Section, writeResults } from '../src/results/write-results.mjs';

const about: About = {
  date: '2026-02-03T04:05:06.789Z',
  machine: { cpu: 'Some Processor', cores: 4, memoryGb: 8, loadBefore: 0.25 },
  node: 'v20.20.2',
  versions: { axios: '1.2.3' },
  servers: { redis: '7.0.15' },
};

interface Figures {
  readonly ratio: number;
}

const targetsOf = ({ ratio }: Figures) => [atMost(0.5, 'Time of a send, of axios', ratio)];
const sendCase: Section<Figures>['module'] = {
  title: 'What one send costs',
  report: ({ ratio }) =>
    `A ratio of ${ratio}.\n\nWorst for Wetempo: ${ratio} of axios.\n\nBest for it: so, too.`,
  targets: targetsOf,
  missedTargets: (figures) => missedAmong(targetsOf(figures)),
  charts: ({ ratio }) => [
    {
      title: 'CPU time per send',
      unit: 'µs',
      bars: [
        { title: 'axios <as it comes>', value: 400, isOurs: false },
        { title: 'Wetempo', value: 400 * ratio, isOurs: true },
      ],
    },
  ],
};

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wetempo-results-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function pageOf(name: string, sections: readonly Section<Figures>[]): Promise<string> {
  return readFile(await writeResults({ about, sections }, join(folder, name, 'RESULTS.md')), 'utf8');
}

describe('the page of results', () => {
  it('says when, where and with what it was measured', async () => {
    const page = await pageOf('about', [{ module: sendCase, outcome: { result: { ratio: 0.4 } } }]);
    expect(page).toContain('on 2026-02-03 04:05 UTC');
    expect(page).toContain(
      'Some Processor, 4 cores, 8 GB; Node 20.20.2, Redis 7.0.15, no PostgreSQL; load before',
    );
    expect(page).toMatch(/\| axios +\| +1\.2\.3 \|/);
  });

  it.each([
    [0.4, /\| Time of a send, of axios \| +≤ 0\.5 \| +0\.40 \| +met \|/],
    [0.6, /\| Time of a send, of axios \| +≤ 0\.5 \| +0\.60 \| \*\*missed\*\* \|/],
  ])('lists the target that %f meets or misses', async (ratio, row) => {
    expect(await pageOf(`target-${ratio}`, [{ module: sendCase, outcome: { result: { ratio } } }])).toMatch(
      row,
    );
  });

  it('gathers where we are worst, above the sections', async () => {
    const page = await pageOf('worst', [{ module: sendCase, outcome: { result: { ratio: 0.6 } } }]);
    expect(page).toContain(
      '## Where Wetempo is worst\n\n- What one send costs: 0.6 of axios.\n\n## What one',
    );
    expect(page.indexOf('## Where Wetempo is worst')).toBeLessThan(page.indexOf('A ratio of 0.6.'));
  });

  it('shows a case that failed as one that was not measured, and its target as missed', async () => {
    const page = await pageOf('failed', [{ module: sendCase, outcome: { failure: 'the process ended' } }]);
    expect(page).toContain('This case could not be measured: the process ended');
    expect(page).toMatch(/\| What one send costs +\| +\| not measured \| \*\*missed\*\* \|/);
    expect(page).not.toContain('.svg');
  });

  it('draws a bar per system in proportion to its figure, beside the page', async () => {
    const page = await pageOf('chart', [{ module: sendCase, outcome: { result: { ratio: 0.25 } } }]);
    expect(page).toContain('](results.svg)');
    const chart = await readFile(join(folder, 'chart/results.svg'), 'utf8');
    const widthOf = (kind: string) =>
      Number(new RegExp(`width="([\\d.]+)" [^>]*class="${kind}"`).exec(chart)?.[1]);
    expect(widthOf('theirs') / widthOf('ours')).toBeCloseTo(4);
    expect(chart).toContain('axios &lt;as it comes&gt;');
    expect(chart).toContain('>100 µs<');
    expect(chart).toContain('prefers-color-scheme: dark');
  });
});

describe('a target', () => {
  it('is missed where nothing was measured', () => {
    expect(missedAmong([atMost(1, 'Trips', undefined), atLeast(2, 'Rate', undefined)])).toEqual([
      'Trips: not measured, wanted ≤ 1',
      'Rate: not measured, wanted ≥ 2',
    ]);
  });

  it('is met at its very bound', () => {
    expect(missedAmong([atMost(1, 'Trips', 1), atLeast(2, 'Rate', 2)])).toEqual([]);
    expect(missedAmong([atMost(1, 'Trips', 1.01), atLeast(2, 'Rate', 1.99)])).toHaveLength(2);
  });
});
