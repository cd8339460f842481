import { median } from '../../statistics.mjs';
import { reference } from './packages.mjs';
import { firstReference } from './senders.mjs';

/** Medians of a row's samples, and the median of what each round says beside the reference. */
function figuresOf(row, compared) {
  const of = (name) => median(row.samples.map((sample) => sample[name]));
  const ratios = row.samples.map(({ cpuUs }, round) => cpuUs / compared.samples[round].cpuUs);
  return { cpuMs: of('cpuUs') / 1000, wallMs: of('wallMs'), ratio: median(ratios) };
}

export function loadOf({ loads }, name, way) {
  const row = loads.find((candidate) => candidate.name === name && candidate.way === way);
  if (row === undefined) return undefined;
  const compared = loads.find((candidate) => candidate.name === reference && candidate.way === way);
  const heapMb = median(row.samples.map(({ heapBytes }) => heapBytes)) / 1_000_000;
  return { ...figuresOf(row, compared), heapMb, modules: row.modules };
}

export function firstSendOf({ firstSends }, name) {
  const row = firstSends.find((candidate) => candidate.name === name);
  const compared = firstSends.find((candidate) => candidate.name === firstReference);
  return row && { title: row.title, ...figuresOf(row, compared) };
}
