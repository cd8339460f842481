/** How each way of a push grows: its smallest and its largest size, and the one before the largest. */
export function growthOf(rows) {
  const names = [...new Set(rows.map(({ name }) => name))];
  return names.map((name) => {
    const sizes = rows.filter((row) => row.name === name).toSorted((one, other) => one.count - other.count);
    const [small, before, large] = [sizes[0], sizes.at(-2), sizes.at(-1)];
    return {
      ...{ title: large.title, small, before, large },
      moreMb: (large.peakRss - small.peakRss) / 2 ** 20,
      timeRatio: large.cpuUs / large.count / (before.cpuUs / before.count),
      wallRatio: large.tookMs / large.count / (before.tookMs / before.count),
    };
  });
}
