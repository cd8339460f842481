const barWidth = 56;
const mostRows = 45;
const roundSeconds = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600];

/** Seconds per row, so that the whole chart fits on a page. */
export function secondsPerRow(tookMs) {
  return (
    roundSeconds.find((seconds) => tookMs / 1000 / seconds <= mostRows) ?? Math.ceil(tookMs / 1000 / mostRows)
  );
}

/** One line per stretch: what was delivered as a full bar, what was refused as a light one behind it. */
export function textChart(rows, seconds) {
  const most = Math.max(1, ...rows.map(({ delivered, refused }) => delivered + refused));
  return rows.map((row, index) => lineOf(row, index * seconds, most)).join('\n');
}

function lineOf({ delivered, refused }, second, most) {
  const full = charsFor(delivered, most);
  const light = charsFor(refused, most);
  const bar = '█'.repeat(full) + '░'.repeat(light);
  const figures = refused === 0 ? `${delivered}` : `${delivered} + ${refused} refused`;
  return `${String(second).padStart(4)} s ${bar} ${figures}`;
}

/** What is there at all is to be seen. */
function charsFor(count, most) {
  return count === 0 ? 0 : Math.max(1, Math.round((count / most) * barWidth));
}
