import { table } from '../../table.mjs';

const kinds = {
  template: 'Template messages, which the platform knows again by `client_msg_id`',
  customer: 'Customer-service messages, which it does not know again',
};
const isOurs = ({ name }) => name.startsWith('wetempo');

export function report({ messages, silent, planned, rows }) {
  return [
    `${messages + silent} messages to as many people. First attempts: ${planned.map(({ title, count }) => `${count} ${title}`).join(', ')}; second and further ones meet the same shares. ` +
      'A seed decides which, by message and attempt, the same for everybody.',
    '',
    ...Object.keys(kinds).flatMap((kind) => [tableOf(kind, rows), '']),
    '`as it comes`: the caller takes an error for a failure. `repeated once`: the caller sends again after anything but a success, and takes the second answer for the truth. ' +
      "Deliveries are the platform's own count. `called unknown`: the package itself says that nobody can know; in brackets how many of these were delivered. " +
      'A careful reader of error codes could tell some failures of the others apart as unknown; their packages do not. ' +
      'co-wechat-api has no field for `client_msg_id`; nest-wechat has no customer-service messages.',
    ...extremesOf(rows),
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

/**
 * What is told wrongly or arrives twice is worst, then what caution costs: messages that nobody sent again, and those of
 * which nobody knows. Beside it the one of the others that left the fewest behind.
 */
function extremesOf(rows) {
  const ours = rows
    .filter(isOurs)
    .toSorted(
      (one, other) =>
        harmOf(one) - harmOf(other) || one.undelivered - other.undelivered || one.unknown - other.unknown,
    );
  if (ours.length === 0) return [];
  const worst = ours.at(-1);
  const [peer] = rows
    .filter((row) => !isOurs(row) && row.kind === worst.kind)
    .toSorted((one, other) => one.undelivered - other.undelivered);
  const beside = peer === undefined ? '' : ` Fewest left behind by another: ${tellOf(peer)}.`;
  return ['', `Best for Wetempo: ${tellOf(ours[0])}.`, '', `Worst for Wetempo: ${tellOf(worst)}.${beside}`];
}

function harmOf({ twice, falselySent, falselyFailed }) {
  return twice + falselySent + falselyFailed;
}

function tellOf(row) {
  const { title, kind, undelivered, twice, falselySent, falselyFailed, unknown } = row;
  return `${title}, ${kind} messages, ${mannerOf(row)}: ${undelivered} never delivered, ${twice} twice, ${falselySent + falselyFailed} reported wrongly, ${unknown} called unknown`;
}
