import { skippedNote } from '../../compared-systems.mjs';
import { table } from '../../table.mjs';

const isOurs = ({ name }) => name.startsWith('wetempo');
const ratioText = ({ median, middleHalf: [from, to] }) =>
  `${median.toFixed(2)} (${from.toFixed(2)}–${to.toFixed(2)})`;

export function report(result) {
  const { rows, skipped, delivered } = result;
  return [
    ...cpuTables(result),
    ...besideCoWechatApi(result),
    'Calls per second, client and platform on the same machine:',
    levelTable(result, (row) => row.sendsPerSecond.toFixed(0)),
    worstAndBest(rows),
    ['What callers are told:', '', ...notesOf(rows)].join('\n'),
    [`${delivered} sent, ${delivered} delivered.`, ...skippedNote(skipped)].join(' '),
  ].join('\n\n');
}

function cpuTables(result) {
  const inTheMean = (row) => row.ofAxios.ofMeans.toFixed(2);
  return [
    `CPU time as a share of axios with its http adapter, by messages in flight: median of ${result.rounds} rounds, and the middle half of them. Less is better.`,
    ratioTable(result, 'ofAxios'),
    'The same from the sums of all rounds: it also holds the rounds in which much garbage was collected, and the ones that something else disturbed.',
    levelTable(result, inTheMean),
    'CPU time per send in µs:',
    levelTable(result, (row) => row.cpuUsPerSend.toFixed(0)),
  ];
}

function besideCoWechatApi({ rows, levels }) {
  const ours = rows.filter((row) => isOurs(row) && row.ofCoWechatApi !== undefined);
  if (ours.length === 0) return [];
  return ['Wetempo as a share of co-wechat-api:', ratioTable({ rows: ours, levels }, 'ofCoWechatApi')];
}

function ratioTable(result, of) {
  return levelTable(result, (row) => ratioText(row[of]));
}

/** A row per system, a column per number in flight. */
function levelTable({ rows, levels }, textOf) {
  const names = new Set(rows.map(({ name }) => name));
  const lines = Array.from(names, (name) => {
    const ofSystem = rows.filter((row) => row.name === name);
    return [
      ofSystem[0].title,
      ...levels.map((level) => textOf(ofSystem.find(({ inFlight }) => inFlight === level))),
    ];
  });
  return table(['in flight', ...levels.map(String)], lines);
}

/** Worst by each figure that is shown: the sums of all rounds may say something else than the median. */
function worstAndBest(rows) {
  const ours = rows.filter(isOurs);
  if (ours.length === 0) return 'Wetempo was not measured.';
  const byMedian = ours.toSorted((one, other) => one.ofAxios.median - other.ofAxios.median);
  const bySums = ours.toSorted((one, other) => one.ofAxios.ofMeans - other.ofAxios.ofMeans);
  const told = (row, ratio) => `${row.title}, ${row.inFlight} in flight: ${ratio.toFixed(2)}`;
  const [best, worst, worstBySums] = [byMedian[0], byMedian.at(-1), bySums.at(-1)];
  return [
    `Worst for Wetempo: ${told(worst, worst.ofAxios.median)} of axios.`,
    `By the sums of all rounds: ${told(worstBySums, worstBySums.ofAxios.ofMeans)} of axios.`,
    `${besideCheapest(rows, ours)}\n\nBest for Wetempo: ${told(best, best.ofAxios.median)} of axios.`,
  ].join(' ');
}

/** A client without a framework may well be cheaper, so it is said by how much at worst. */
function besideCheapest(rows, ours) {
  const compared = ours.map((row) => {
    const theirs = rows.filter((other) => !isOurs(other) && other.inFlight === row.inFlight);
    const [least] = theirs.toSorted((one, other) => one.cpuUsPerSend - other.cpuUsPerSend);
    return { row, least, times: row.cpuUsPerSend / least.cpuUsPerSend };
  });
  const [{ row, least, times }] = compared.toSorted((one, other) => other.times - one.times);
  return `Beside the cheapest of the others: ${row.title}, ${row.inFlight} in flight, ${times.toFixed(1)} times ${least.title}.`;
}

/** One line for all of Wetempo: its stores answer alike. */
function notesOf(rows) {
  const notes = new Map(rows.map((row) => [isOurs(row) ? 'Wetempo' : row.title, row.note]));
  return Array.from(notes, ([title, note]) => `- ${title}: ${note}`);
}
