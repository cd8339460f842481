const highestRatio = 0.5;
const mostRoundTrips = 3;
const highestAdmissionRatio = 1.5;

/** One sentence per target that the figures miss. What was not measured is missed, too. */
export function missedTargets({ cpu, roundTrips, admission }) {
  return [...missedCpu(cpu.rows), ...missedRoundTrips(roundTrips), ...missedAdmission(admission)];
}

/** One at a time: the wait that a message notices. */
export function missedAdmission(admission) {
  if (admission === undefined) return ['the admission was not measured'];
  const { ratio } = admission.rows.find((row) => row.name === 'wetempo' && row.inFlight === 1);
  const missed = [];
  if (ratio > highestAdmissionRatio) {
    missed.push(`an admission takes ${ratio.toFixed(2)} of one consume, more than ${highestAdmissionRatio}`);
  }
  if (admission.roundTrips > 1)
    missed.push(`an admission makes ${admission.roundTrips.toFixed(2)} round trips`);
  return missed;
}

function missedCpu(rows) {
  const row = rows.find(({ name }) => name === 'wetempo-memory');
  if (row === undefined) return ['the CPU time with memory stores was not measured'];
  if (row.ratio <= highestRatio) return [];
  return [`${row.title} takes ${row.ratio.toFixed(2)} of the CPU time of axios, more than ${highestRatio}`];
}

function missedRoundTrips(rows) {
  const row = rows.find(({ inFlight }) => inFlight === 1);
  if (row === undefined) return ['the round trips to Redis were not measured'];
  if (row.roundTrips <= mostRoundTrips) return [];
  return [`a send makes ${row.roundTrips.toFixed(2)} round trips to Redis, more than ${mostRoundTrips}`];
}
