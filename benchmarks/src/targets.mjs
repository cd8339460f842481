const highestRatio = 0.5;
const mostRoundTrips = 3;
const highestAdmissionRatio = 1.5;
/**
 * Of the sends per second with memory stores in the same run. A machine that makes 5,000 a second with these then makes 3,000
 * with any of the others; how many it makes depends on the machine and on what else it does.
 */
const leastThroughputRatio = 0.6;
const heldToThroughput = ['wetempo-sqlite', 'wetempo-redis'];

/** One sentence per target that the figures miss. What was not measured is missed, too. */
export function missedTargets({ cpu, throughput, roundTrips, admission }) {
  return [
    ...missedCpu(cpu.rows),
    ...missedThroughput(throughput.rows),
    ...missedRoundTrips(roundTrips),
    ...missedAdmission(admission),
  ];
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

function missedThroughput(rows) {
  return heldToThroughput.flatMap((name) => {
    const row = rows.find((candidate) => candidate.name === name);
    if (row === undefined) return [`the sends per second of ${name} were not measured`];
    if (row.ratio >= leastThroughputRatio) return [];
    return [
      `${row.title} makes ${row.ratio.toFixed(2)} of the sends per second of memory stores, less than ${leastThroughputRatio}`,
    ];
  });
}

function missedRoundTrips(rows) {
  const row = rows.find(({ inFlight }) => inFlight === 1);
  if (row === undefined) return ['the round trips to Redis were not measured'];
  if (row.roundTrips <= mostRoundTrips) return [];
  return [`a send makes ${row.roundTrips.toFixed(2)} round trips to Redis, more than ${mostRoundTrips}`];
}
