import { table } from '../../table.mjs';

const kinds = {
  template: 'Template messages, which the platform knows again by `client_msg_id`',
  customer: 'Customer-service messages, which it does not know again',
};
const isOurs = ({ name }) => name.startsWith('wetempo');
const wrong = ({ falselySent, falselyFailed }) => falselySent + falselyFailed;

export function report({ messages, planned, rows }) {
  return [
    `${messages} messages to as many people. First attempts: ${planned.map(({ title, count }) => `${count} ${title}`).join(', ')}; further attempts meet the same shares. ` +
      'A seed decides by message and attempt, the same for everybody.',
    '',
    ...Object.keys(kinds).flatMap((kind) => [tableOf(kind, rows), '']),
    '`as it comes`: the caller takes an error for a failure. `repeated once`: the caller sends again after anything but a success, and takes the second answer for the truth. ' +
      "Deliveries are the platform's own count. `called unknown`: the package itself says that nobody can know; in brackets how many of these were delivered. " +
      'A careful reader of error codes could tell some failures of the others apart as unknown; their packages do not. ' +
      'co-wechat-api has no field for `client_msg_id`; nest-wechat has no customer-service messages.',
    ...worstOf(rows),
  ].join('\n');
}

function tableOf(kind, rows) {
  const head = [
    kinds[kind],
    'delivered twice',
    'never delivered',
    'called sent, but not delivered',
    'called failed, but delivered',
    'called unknown',
  ];
  const cells = rows
    .filter((row) => row.kind === kind)
    .map((row) => [
      `${row.title}, ${mannerOf(row)}`,
      `${row.twice}`,
      `${row.undelivered}`,
      `${row.falselySent}`,
      `${row.falselyFailed}`,
      row.unknown === 0 ? '0' : `${row.unknown} (${row.unknownDelivered})`,
    ]);
  return table(head, cells);
}

function mannerOf({ repeats }) {
  return repeats === 0 ? 'as it comes' : 'repeated once';
}

/** What our caution costs: messages that nobody sent again, beside the one of the others that left the fewest behind. */
function worstOf(rows) {
  const ours = rows.filter(isOurs).toSorted((one, other) => other.undelivered - one.undelivered);
  if (ours.length === 0) return [];
  const worst = ours[0];
  const [best] = rows
    .filter((row) => !isOurs(row) && row.kind === worst.kind)
    .toSorted((one, other) => one.undelivered - other.undelivered);
  const tell = (row) =>
    `${row.title}, ${mannerOf(row)}: ${row.undelivered} never delivered, ${row.twice} twice, ${wrong(row)} reported wrongly, ${row.unknown} called unknown`;
  const beside = best === undefined ? '' : ` The fewest left behind (${best.kind}): ${tell(best)}.`;
  return [
    '',
    `Worst for Wetempo (${worst.kind}): ${tell(worst)}.${beside} Best for Wetempo (${ours.at(-1).kind}): ${tell(ours.at(-1))}.`,
  ];
}

/** Nothing twice and nothing told wrongly, and what may be repeated arrives. */
export function missedTargets({ rows }) {
  const ours = rows.filter(isOurs);
  if (ours.length === 0) return ['Wetempo under lost answers was not measured'];
  return ours.flatMap((row) => {
    const what = `${row.title}, ${row.kind} messages, ${mannerOf(row)}:`;
    const missed = [];
    if (row.twice > 0) missed.push(`${what} ${row.twice} delivered twice`);
    if (wrong(row) > 0) missed.push(`${what} ${wrong(row)} reported wrongly`);
    if (row.kind === 'template' && row.undelivered > 0)
      missed.push(`${what} ${row.undelivered} never delivered`);
    return missed;
  });
}
