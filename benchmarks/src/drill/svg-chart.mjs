import { line, rect, text } from '../svg-shapes.mjs';

const width = 960;
const panelHeight = 150;
const plot = { left: 70, top: 34, height: 92 };
const plotWidth = width - plot.left - 20;
const colours = { delivered: '#2e7d32', refused: '#d84315', quota: '#37474f', grid: '#cfd8dc' };
const quotaLine = `stroke="${colours.quota}" stroke-dasharray="4 3"`;
const fill = (colour) => `fill="${colour}"`;

/**
 * One panel per run over the same time axis: requests per second, delivered below and refused on top, and the quota as
 * a dashed line. Each panel has its own height scale, for a storm is many times the quota.
 *
 * @param panels `{ title, figures, rows }`, a row per second
 * @param quotaPerSecond what the platform lets through on average
 */
export function svgChart(panels, quotaPerSecond) {
  const height = panels.length * panelHeight + 40;
  const seconds = Math.max(1, ...panels.map(({ rows }) => rows.length));
  const drawn = panels.map((panel, index) => panelOf(panel, index * panelHeight, seconds, quotaPerSecond));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...drawn,
    legend(height - 14),
    '</svg>',
    '',
  ].join('\n');
}

function panelOf({ title, figures, rows }, top, seconds, quotaPerSecond) {
  const most = Math.max(quotaPerSecond, ...rows.map(({ delivered, refused }) => delivered + refused));
  const base = top + plot.top + plot.height;
  const toY = (count) => base - (count / most) * plot.height;
  const barWidth = plotWidth / seconds;
  const bars = rows.map((row, second) => barsOf(row, plot.left + second * barWidth, barWidth, base, toY));
  return [
    text(plot.left, top + 22, title, 'font-weight="bold"'),
    text(width - 20, top + 22, figures, 'text-anchor="end"'),
    text(plot.left - 8, top + plot.top + 8, String(Math.round(most)), 'text-anchor="end"'),
    ...bars,
    line(plot.left, base, width - 20, base, `stroke="${colours.grid}"`),
    line(plot.left, toY(quotaPerSecond), width - 20, toY(quotaPerSecond), quotaLine),
    ...timeMarks(seconds, base, barWidth),
  ].join('\n');
}

function barsOf({ delivered, refused }, x, barWidth, base, toY) {
  const low = toY(delivered);
  const high = toY(delivered + refused);
  return (
    rect(x, low, barWidth * 0.92, base - low, fill(colours.delivered)) +
    rect(x, high, barWidth * 0.92, low - high, fill(colours.refused))
  );
}

function timeMarks(seconds, base, barWidth) {
  const step = [1, 2, 5, 10, 20, 30, 60, 120, 300].find((candidate) => seconds / candidate <= 16) ?? 600;
  const marks = [];
  for (let second = 0; second <= seconds; second += step)
    marks.push(
      text(plot.left + second * barWidth, base + 14, `${second} s`, 'text-anchor="middle" fill="#607d8b"'),
    );
  return marks;
}

function legend(y) {
  return [
    rect(plot.left, y - 9, 10, 10, fill(colours.delivered)),
    text(plot.left + 15, y, 'delivered per second'),
    rect(plot.left + 170, y - 9, 10, 10, fill(colours.refused)),
    text(plot.left + 185, y, 'refused per second'),
    line(plot.left + 330, y - 4, plot.left + 355, y - 4, quotaLine),
    text(plot.left + 361, y, 'what the quota allows'),
  ].join('');
}
