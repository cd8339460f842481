import { atMost, missedAmong } from '../../results/targets.mjs';

export { measureSend as measure } from './measure-send.mjs';
export { report } from './report.mjs';

export const title = 'What one send costs';
/** Shown in the chart: many at a time, but not a flood. */
const chartInFlight = 64;

export function targets({ rows, levels }) {
  return levels.flatMap((inFlight) => {
    const row = rows.find(
      (candidate) => candidate.name === 'wetempo-memory' && candidate.inFlight === inFlight,
    );
    const what = `CPU time of a send with memory stores, ${inFlight} in flight`;
    return [
      atMost(0.5, `${what}, of axios`, row?.ofAxios?.median),
      atMost(1, `${what}, of co-wechat-api`, row?.ofCoWechatApi?.median),
    ];
  });
}

export function missedTargets(result) {
  return missedAmong(targets(result));
}

export function charts({ rows }) {
  const shown = rows.filter(({ inFlight }) => inFlight === chartInFlight);
  const bars = shown.map(({ name, title, cpuUsPerSend }) => ({
    title,
    value: cpuUsPerSend,
    isOurs: name.startsWith('wetempo'),
  }));
  return [{ title: `CPU time per send, ${chartInFlight} in flight`, unit: 'µs', bars }];
}
