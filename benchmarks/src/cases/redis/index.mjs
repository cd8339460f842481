import { measureRoundTrips } from '../../measure-round-trips.mjs';
import { roundTripReport } from '../../report.mjs';
import { atMost, missedAmong } from '../../results/targets.mjs';

export const title = 'What a send asks of Redis';

export const measure = (options, surroundings) =>
  measureRoundTrips({ ...options, inFlight: 32 }, surroundings);
export const report = roundTripReport;

export function targets(rows) {
  const row = rows.find(({ inFlight }) => inFlight === 1);
  return [atMost(3, 'Round trips to Redis per send, every store on it', row?.roundTrips)];
}

export function missedTargets(result) {
  return missedAmong(targets(result));
}
