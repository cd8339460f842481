import { type TimeLineEntry, timeLine } from '../limit-store.js';

/** A rise may be interrupted by stretches that are this much higher than what follows: calls come unevenly. */
const bump = 1.25;
/** Beyond such a bump, only a clearly lower stretch moves the beginning back. */
const clearlyLower = 0.9;
/** A rise multiplies the rate by this at least; less is chance. */
const leastRise = 1.5;

/**
 * The beginning of the last rise of an endpoint's rate, in epoch milliseconds of the store's clock; `undefined` where the
 * rate had not been rising.
 *
 * @param entries of one endpoint, oldest first; stretches without calls may be left out
 */
export function risingSince(entries: readonly TimeLineEntry[]): number | undefined {
  const [first] = entries;
  if (first === undefined) return undefined;
  const rates = finished(onGrid(entries, first.startsAt));
  const top = rates.length - 1;
  const low = lowBefore(rates, top);
  if (low === top || at(rates, top) < leastRise * at(rates, low)) return undefined;
  return first.startsAt + low * timeLine.entryMs;
}

/** Calls per stretch, 0 where nobody called. */
function onGrid(entries: readonly TimeLineEntry[], startsAt: number): number[] {
  const rates: number[] = [];
  for (const entry of entries) {
    const index = Math.round((entry.startsAt - startsAt) / timeLine.entryMs);
    while (rates.length < index) rates.push(0);
    rates[index] = entry.calls;
  }
  return rates;
}

/** The last stretch is under way: where it is lower than the one before, that says nothing yet. */
function finished(rates: readonly number[]): readonly number[] {
  const last = rates.length - 1;
  return last > 0 && at(rates, last) < at(rates, last - 1) ? rates.slice(0, -1) : rates;
}

/** Walks down from the top as far as it goes down. */
function lowBefore(rates: readonly number[], top: number): number {
  let low = top;
  for (let index = top - 1; index >= 0; index -= 1) {
    const rate = at(rates, index);
    if (rate > at(rates, low) * bump) break;
    // Right before the lowest so far, any lower one belongs to the same slope.
    const isLower = rate < at(rates, low) * (index === low - 1 ? 1 : clearlyLower);
    if (isLower) low = index;
  }
  return low;
}

function at(rates: readonly number[], index: number): number {
  return rates[index] ?? 0;
}
