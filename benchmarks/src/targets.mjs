const highestAdmissionRatio = 1.5;

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
