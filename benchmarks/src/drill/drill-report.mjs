import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { table } from '../table.mjs';
import { rowsOverTime } from './rows-over-time.mjs';
import { svgChart } from './svg-chart.mjs';
import { secondsPerRow, textChart } from './text-chart.mjs';

const intro = ({ tasks, processes, max, windowMs }) =>
  `${tasks} tasks at once from ${processes} processes; the platform lets ${max} through per ${windowMs} ms.`;

const head = ['', 'done', 'attempts per task', 'limit answers', 'seconds', 'first to last', 'least', 'ratio'];

/** The charts of all runs while they come, and at the end the table of figures. */
export function runReport(run) {
  const seconds = secondsPerRow(run.tookMs);
  const rows = rowsOverTime(run.timeLine, spanOf(run), seconds * 1000);
  const failures = Object.entries(run.failures).map(
    ([code, count]) => `  ${count} tasks ended with: ${code}`,
  );
  return ['', `${run.name}: ${run.title}`, '', textChart(rows, seconds), ...failures].join('\n');
}

export function endReport(measured, options) {
  const cells = measured.map((run) => [
    run.title,
    `${run.done}`,
    run.attemptsPerTask.toFixed(3),
    `${run.limitAnswers}`,
    (run.tookMs / 1000).toFixed(2),
    (run.spanMs / 1000).toFixed(2),
    (run.leastMs / 1000).toFixed(2),
    run.done === run.tasks ? run.ratio.toFixed(3) : '–',
  ]);
  return ['', intro(options), '', table(head, cells), ''].join('\n');
}

export async function writeSvg(measured, { svgFile, max, windowMs }) {
  const panels = measured.map((run) => ({
    title: run.title,
    figures: figuresOf(run),
    rows: rowsOverTime(run.timeLine, spanOf(run), 1000),
  }));
  const file = resolve(svgFile);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, svgChart(panels, (max / windowMs) * 1000));
  return file;
}

function figuresOf({ done, tasks, attemptsPerTask, tookMs }) {
  return `${done} of ${tasks} in ${(tookMs / 1000).toFixed(1)} s, ${attemptsPerTask.toFixed(2)} attempts per task`;
}

function spanOf({ startedAt, tookMs }) {
  return { startedAt, endedAt: startedAt + tookMs };
}
