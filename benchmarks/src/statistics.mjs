export function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Where the middle half of the values begins and ends: what single rounds strayed, without the odd one. */
export function middleHalf(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const last = sorted.length - 1;
  return [sorted[Math.round(last / 4)], sorted[Math.round((last * 3) / 4)]];
}

export function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
