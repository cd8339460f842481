import { table } from '../../table.mjs';

const isOurs = ({ name }) => name.startsWith('wetempo');

export function report({ processes, each, rows }) {
  const calls = processes * each;
  return [
    tableOf(`Cold: ${calls} calls at once, no token yet`, 'cold', processes, rows),
    '',
    tableOf(
      `Revoked: ${calls} calls at once after the token in use ended (40001)`,
      'revoked',
      processes,
      rows,
    ),
    '',
    "All figures are the platform's own: requests to its token endpoint, and calls whose message was not delivered. Its answers take 20 ms, and " +
      'callers do not repeat. `stable` and `classic` name the token endpoint. How many tokens of the classic one work at the same time is not ' +
      'documented; here the two newest do. Where several work, the failed calls of `classic` are fewer, and the fetches are the same. ' +
      'In `classic` mode processes that share no store end one another’s tokens: with Wetempo each of them then fetches once in 5 s at most, ' +
      'its calls wait for that turn, and those fail whose second token ends as well.',
    ...extremesOf(rows),
  ].join('\n');
}

function tableOf(heading, phase, processes, rows) {
  const fleet = `${processes} processes`;
  const head = [heading, '1 process: fetches', 'failed calls', `${fleet}: fetches`, 'failed calls'];
  const cells = rows.map(({ title, alone, together }) => [
    title,
    ...figuresOf(alone[phase]),
    ...figuresOf(together[phase]),
  ]);
  return table(head, cells);
}

function figuresOf({ fetches, undelivered }) {
  return [`${fetches}`, `${undelivered}`];
}

/** Failed calls count first, then fetches. */
function extremesOf(rows) {
  const ours = rows
    .filter(isOurs)
    .flatMap(({ title, alone, together }) => [
      { what: `${title}, cold, one process`, ...alone.cold },
      { what: `${title}, revoked, one process`, ...alone.revoked },
      { what: `${title}, cold, several processes`, ...together.cold },
      { what: `${title}, revoked, several processes`, ...together.revoked },
    ])
    .toSorted((one, other) => one.undelivered - other.undelivered || one.fetches - other.fetches);
  if (ours.length === 0) return [];
  const tell = ({ what, calls, fetches, undelivered }) =>
    `${what}: token fetches ${fetches}, failed calls ${undelivered} of ${calls}.`;
  return ['', `Best for Wetempo: ${tell(ours.at(0))}`, '', `Worst for Wetempo: ${tell(ours.at(-1))}`];
}
