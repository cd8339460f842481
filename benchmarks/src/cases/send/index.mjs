import { measureCpu } from '../../measure-cpu.mjs';
import { cpuReport } from '../../report.mjs';
import { atMost, missedAmong } from '../../results/targets.mjs';

export const title = 'What one send costs';
const inFlight = 32;

export function measure(options, surroundings) {
  return measureCpu({ ...options, inFlight }, surroundings);
}

export function report(result) {
  return cpuReport(result, { inFlight });
}

export function targets({ rows }) {
  const row = rows.find(({ name }) => name === 'wetempo-memory');
  return [atMost(0.5, 'CPU time of a send with memory stores, of bare axios', row?.ratio)];
}

export function missedTargets(result) {
  return missedAmong(targets(result));
}

export function charts({ rows }) {
  return [
    {
      title: `CPU time per send, ${inFlight} in flight`,
      unit: 'µs',
      bars: rows.map((row) => ({
        title: row.title,
        value: row.cpuUsPerSend,
        isOurs: row.name.startsWith('wetempo'),
      })),
    },
  ];
}
