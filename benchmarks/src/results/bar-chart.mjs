import { line, rect, text } from '../svg-shapes.mjs';

const width = 960;
const barsFrom = 350;
const longestBar = width - barsFrom - 110;
const rowHeight = 26;
const titleHeight = 44;
const gap = 22;

/** Its own background in both, so that it is readable wherever it is put. */
const style = `<style>
.page { fill: #ffffff } text { fill: #1f2328 } .soft { fill: #59636e } .axis { stroke: #818b98 }
.ours { fill: #1a7f37 } .theirs { fill: #8c959f }
@media (prefers-color-scheme: dark) {
.page { fill: #0d1117 } text { fill: #f0f6fc } .soft { fill: #9198a1 } .axis { stroke: #6e7681 }
.ours { fill: #3fb950 } .theirs { fill: #656c76 }
}
</style>`;

/**
 * One panel under the other, each with its own scale: a bar per system, ours in another colour, its figure behind it.
 *
 * @param panels `{ title, unit, bars: [{ title, value, isOurs }], isMoreBetter }`, the last one `false` where it is left out
 * @param footnote what the figures hold for
 */
export function barChart(panels, footnote) {
  const tops = panels.map((_, index) =>
    panels.slice(0, index).reduce((sum, panel) => sum + heightOf(panel), 0),
  );
  const height = panels.reduce((sum, panel) => sum + heightOf(panel), 0) + 34;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif" font-size="13">`,
    '<title>Wetempo beside its peers</title>',
    style,
    rect(0, 0, width, height, 'class="page"'),
    ...panels.map((panel, index) => panelOf(panel, tops[index])),
    text(20, height - 14, footnote, 'class="soft" font-size="11"'),
    '</svg>',
    '',
  ].join('\n');
}

function heightOf({ bars }) {
  return titleHeight + bars.length * rowHeight + gap;
}

function panelOf({ title, unit, bars, isMoreBetter = false }, top) {
  const most = Math.max(...bars.map(({ value }) => value));
  const first = top + titleHeight;
  const rows = bars.map((bar, index) => barOf(bar, unit, most, first + index * rowHeight));
  return [
    text(20, top + 28, title, 'font-weight="bold" font-size="15"'),
    text(
      width - 20,
      top + 28,
      isMoreBetter ? 'more is better' : 'less is better',
      'class="soft" text-anchor="end"',
    ),
    ...rows,
    line(barsFrom, first, barsFrom, first + bars.length * rowHeight, 'class="axis"'),
  ].join('\n');
}

function barOf({ title, value, isOurs }, unit, most, top) {
  const length = most === 0 ? 0 : (value / most) * longestBar;
  const emphasis = isOurs ? 'font-weight="bold"' : '';
  return [
    text(barsFrom - 10, top + 17, title, `text-anchor="end" ${emphasis}`),
    rect(barsFrom, top + 3, Math.max(length, 1), rowHeight - 6, `class="${isOurs ? 'ours' : 'theirs'}"`),
    text(barsFrom + length + 8, top + 17, `${figureOf(value)} ${unit}`, emphasis),
  ].join('');
}

function figureOf(value) {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}
