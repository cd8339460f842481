/** Sums of shares such as 0.1 + 0.2 miss what is meant by less than this. */
const roundingError = 1e-6;

/**
 * Splits whole calls by share, in the order of the shares.
 *
 * Each part is its share rounded down; what is left over goes to those that lost most by it. The parts never add up to
 * more than `whole`, and every share has at least one call as long as there are enough: one call that never comes would
 * starve a group, one taken from the largest part is hardly missed.
 */
export function partsOf(shares: readonly number[], whole: number): number[] {
  const exact = shares.map((share) => share * whole);
  const parts = exact.map((calls) => Math.floor(calls + roundingError));
  const spread = Math.floor(sum(exact) + roundingError) - sum(parts);
  const byLoss = shares.map((_, index) => index).sort((a, b) => lossOf(b) - lossOf(a) || a - b);
  for (const index of byLoss.slice(0, spread)) parts[index] = at(parts, index) + 1;
  feedTheHungry(parts, shares, whole);
  return parts;

  function lossOf(index: number): number {
    return at(exact, index) - at(parts, index);
  }
}

/** The larger share first, should there not be enough for all. */
function feedTheHungry(parts: number[], shares: readonly number[], whole: number): void {
  const hungry = shares.flatMap((share, index) => (share > 0 && parts[index] === 0 ? [index] : []));
  hungry.sort((a, b) => at(shares, b) - at(shares, a) || a - b);
  for (const index of hungry) {
    if (sum(parts) >= whole) {
      const largest = parts.indexOf(Math.max(...parts));
      if (at(parts, largest) <= 1) return;
      parts[largest] = at(parts, largest) - 1;
    }
    parts[index] = 1;
  }
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
