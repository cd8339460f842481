import { table } from './table.mjs';

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
