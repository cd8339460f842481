import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { barChart } from './bar-chart.mjs';
import { machineOf, resultsPage } from './results-page.mjs';

const ordinaryFile = fileURLToPath(new URL('../../RESULTS.md', import.meta.url));

/** Writes the page, and the chart beside it where a case draws one. Answers the page's path. */
export async function writeResults({ about, sections }, file = ordinaryFile) {
  const page = resolve(file);
  await mkdir(dirname(page), { recursive: true });
  const panels = sections.flatMap(({ module, outcome }) =>
    outcome.failure === undefined ? (module.charts?.(outcome.result) ?? []) : [],
  );
  const chart = page.replace(/(\.md)?$/, '.svg').replace('RESULTS.svg', 'results.svg');
  const chartFile = panels.length === 0 ? undefined : basename(chart);
  if (chartFile !== undefined) await writeFile(chart, barChart(panels, machineOf(about)));
  await writeFile(page, resultsPage({ about, sections, chartFile }));
  return page;
}
