import { table } from '../../table.mjs';
import { firstSendOf, loadOf } from './figures.mjs';
import { reference } from './packages.mjs';

export function report(result) {
  return [
    '**Loading.** Each package alone in a new process, its CPU time until it is there; the ratio compares the axios of the same round.',
    '',
    loadTable(result),
    '',
    'The heap is what stays of it after a garbage collection. Files do not count what is part of Node.',
    '',
    '**The first message.** A new process that loads a client, makes it, fetches a token and sends one message: work that an import only puts off is in here. With Redis, the token is there from the second round on.',
    '',
    firstSendTable(result),
    '',
    '**On the disk.** What the lock file of this repository has for `npm install` of the one package: all that it depends on and the peers that it needs, without optional peers. Ours is what would be published.',
    '',
    installedTable(result),
    ...extremesOf(result),
  ].join('\n');
}

function loadTable(result) {
  const names = [...new Set(result.loads.map(({ name }) => name))];
  const head = [
    '',
    'import, CPU ms',
    'of axios',
    'time, ms',
    'files',
    'heap, MB',
    'require, CPU ms',
    'of axios',
  ];
  const rows = names.map((name) => {
    const imported = loadOf(result, name, 'import');
    const required = loadOf(result, name, 'require');
    return [
      name,
      imported.cpuMs.toFixed(0),
      imported.ratio.toFixed(2),
      imported.wallMs.toFixed(0),
      String(imported.modules),
      imported.heapMb.toFixed(1),
      required.cpuMs.toFixed(0),
      required.ratio.toFixed(2),
    ];
  });
  return table(head, rows);
}

function firstSendTable(result) {
  const rows = result.firstSends.map(({ name }) => {
    const { title, cpuMs, ratio, wallMs } = firstSendOf(result, name);
    return [title, cpuMs.toFixed(0), ratio.toFixed(2), wallMs.toFixed(0)];
  });
  return table(['', 'CPU ms', 'of axios', 'time, ms'], rows);
}

function installedTable({ installed }) {
  const mb = (bytes) => (bytes / 1_000_000).toFixed(1);
  const rows = installed.map(({ name, ownBytes, bytes, packages, optionalPeers }) => [
    name,
    mb(ownBytes),
    mb(bytes),
    String(packages),
    String(optionalPeers),
  ]);
  return table(['', 'alone, MB', 'with all it needs, MB', 'packages', 'optional peers'], rows);
}

/** By the ratio to axios, wherever one is told; what is installed has its own. */
function extremesOf(result) {
  const loads = result.loads.map(({ name, way }) => ({
    what: `${way} of ${name}`,
    ...loadOf(result, name, way),
  }));
  const sends = result.firstSends.map(({ name }) => {
    const { title, ratio } = firstSendOf(result, name);
    return { what: `the first message of ${title}`, ratio };
  });
  const ours = [...loads, ...sends]
    .filter(({ what }) => /wetempo/i.test(what))
    .toSorted((one, other) => one.ratio - other.ratio);
  if (ours.length === 0) return [];
  const tell = ({ what, ratio }) =>
    `${what} takes ${ratio.toFixed(2)} of the CPU that axios takes for the same.`;
  const worst = `Worst for Wetempo: ${tell(ours.at(-1))}${largestOf(result)}`;
  return ['', `Best for Wetempo: ${tell(ours.at(0))}`, '', worst];
}

function largestOf({ installed }) {
  const [largest] = installed
    .filter(({ name }) => name.startsWith('@wetempo/'))
    .toSorted((one, other) => other.bytes - one.bytes);
  const compared = installed.find(({ name }) => name === reference);
  if (largest === undefined || compared === undefined) return '';
  const times = (largest.bytes / compared.bytes).toFixed(1);
  return ` On the disk ${largest.name} with all it needs takes ${times} times as much as axios.`;
}
