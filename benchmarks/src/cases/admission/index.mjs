import { measureAdmission } from '../../measure-admission.mjs';
import { admissionReport } from '../../report.mjs';
import { atMost, missedAmong } from '../../results/targets.mjs';

export const title = 'Admission to the limiter';

export const measure = async (_options, surroundings) => (await measureAdmission(surroundings)) ?? {};
export const report = (result) => admissionReport(result.rows === undefined ? undefined : result);

export function targets({ rows, roundTrips }) {
  const row = rows?.find(({ name, inFlight }) => name === 'wetempo' && inFlight === 1);
  return [
    atMost(1.5, 'Time of an admission with every limit on, of one consume', row?.ratio),
    atMost(1, 'Round trips of an admission', roundTrips),
  ];
}

export function missedTargets(result) {
  return missedAmong(targets(result));
}
