import { table } from '../../table.mjs';

export function report({ processes, each, rows }) {
  const calls = processes * each;
  return [
    tableOf(`Cold: ${calls} calls at once and no token yet`, 'cold', processes, rows),
    '',
    tableOf(
      `Revoked: ${calls} calls at once after the platform ended the token that was in use (40001)`,
      'revoked',
      processes,
      rows,
    ),
    '',
    "All figures are the platform's own: requests to its token endpoint, and calls whose message was not delivered. Its answers take 20 ms. " +
      '`stable` and `classic` name the token endpoint; the classic one ends older tokens with each new one. Callers do not repeat.',
    ...worstOf(rows),
  ].join('\n');
}

function tableOf(heading, phase, processes, rows) {
  const head = [
    heading,
    '1 process: fetches',
    'failed calls',
    `${processes} processes: fetches`,
    'failed calls',
  ];
  const cells = rows.map(({ title, alone, together }) => [
    title,
    `${alone[phase].fetches}`,
    `${alone[phase].undelivered}`,
    `${together[phase].fetches}`,
    `${together[phase].undelivered}`,
  ]);
  return table(head, cells);
}

/** What failed counts first, then what was fetched. */
function worstOf(rows) {
  const ours = rows
    .filter(({ name }) => name.startsWith('wetempo'))
    .flatMap(({ title, together }) => [
      { title, phase: 'cold', ...together.cold },
      { title, phase: 'revoked', ...together.revoked },
    ])
    .toSorted((one, other) => other.undelivered - one.undelivered || other.fetches - one.fetches);
  if (ours.length === 0) return [];
  const tell = ({ title, phase, fetches, undelivered }) =>
    `${title}, ${phase}, in the fleet: ${fetches} fetches, ${undelivered} failed calls`;
  return ['', `Worst for Wetempo: ${tell(ours.at(0))}. Best: ${tell(ours.at(-1))}.`];
}

/** One fetch for whoever shares a token, one per process for others, and no call fails. */
export function missedTargets({ processes, rows }) {
  const held = { 'Wetempo, Redis, stable': 1, 'Wetempo, memory stores, stable': processes };
  return Object.entries(held).flatMap(([title, most]) => {
    const row = rows.find((candidate) => candidate.title === title);
    if (row === undefined) return [`the tokens of ${title} were not measured`];
    const bursts = [
      ['one process without a token', row.alone.cold, 1],
      ['one process with a revoked token', row.alone.revoked, 1],
      ['a fleet without a token', row.together.cold, most],
      ['a fleet with a revoked token', row.together.revoked, most],
    ];
    return bursts
      .filter(([, { fetches, undelivered }, allowed]) => fetches > allowed || undelivered > 0)
      .map(
        ([what, { fetches, undelivered }, allowed]) =>
          `${title}: ${what} made ${fetches} fetches, more than ${allowed}, or lost ${undelivered} calls`,
      );
  });
}
