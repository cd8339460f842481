import { table } from './table.mjs';

export function cpuReport({ rows, skipped, delivered }, { rounds, sends, inFlight }) {
  const title = `CPU time per send: median of ${rounds} interleaved rounds of ${sends} sends, ${inFlight} in flight; Node ${process.version}`;
  const head = ['', 'µs per send', 'of axios', 'lowest', 'highest', 'sends per second'];
  const cells = rows.map((row) => [
    row.title,
    row.cpuUsPerSend.toFixed(0),
    row.ratio.toFixed(2),
    row.lowestRatio.toFixed(2),
    row.highestRatio.toFixed(2),
    row.sendsPerSecond.toFixed(0),
  ]);
  const notes = skippedNotes(skipped);
  return ['', title, '', table(head, cells), '', `${delivered} sent, ${delivered} delivered.`, ...notes].join(
    '\n',
  );
}

function skippedNotes(skipped) {
  return skipped.map((name) => `Skipped, for what it needs is not on this machine: ${name}.`);
}

export function throughputReport({ rows, skipped, inFlight }) {
  const head = ['', 'sends per second', 'of memory stores', 'lowest', 'highest'];
  const cells = rows.map((row) => [
    row.title,
    row.sendsPerSecond.toFixed(0),
    row.ratio.toFixed(2),
    row.lowestRatio.toFixed(2),
    row.highestRatio.toFixed(2),
  ]);
  const title = `Sends per second of one process, ${inFlight} in flight; platform and stores on the same machine:`;
  return ['', title, '', table(head, cells), ...skippedNotes(skipped)].join('\n');
}

export function roundTripReport(rows) {
  if (rows.length === 0) return '\nRound trips to Redis: skipped, for no redis-server was found.';
  const head = ['', 'round trips', 'scripts', 'commands inside them', 'µs in Redis'];
  const cells = rows.map((row) => [
    row.inFlight === 1 ? 'one at a time' : `${row.inFlight} in flight`,
    row.roundTrips.toFixed(2),
    row.scripts.toFixed(2),
    row.otherCommands.toFixed(2),
    row.scriptsUs.toFixed(0),
  ]);
  return ['', 'Redis per send, every store on it:', '', table(head, cells)].join('\n');
}

export function admissionReport(measured) {
  if (measured === undefined) return '\nAdmission: skipped, for no redis-server was found.';
  const head = ['', 'µs each', 'of consume', 'lowest', 'highest', 'µs in Redis'];
  const cells = measured.rows.map((row) => [
    `${row.title}, ${row.inFlight === 1 ? 'one at a time' : `${row.inFlight} in flight`}`,
    row.us.toFixed(0),
    row.ratio.toFixed(2),
    row.lowestRatio.toFixed(2),
    row.highestRatio.toFixed(2),
    row.scriptUs.toFixed(0),
  ]);
  const roundTrips = `${measured.roundTrips.toFixed(2)} round trips per admission.`;
  return ['', 'Admission of one message with every limit on:', '', table(head, cells), '', roundTrips].join(
    '\n',
  );
}
