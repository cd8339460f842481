import { atMost, missedAmong } from '../../results/targets.mjs';
import { loadOf } from './figures.mjs';
import { ways } from './packages.mjs';

const mostOfAxios = 1.5;
const ours = '@wetempo/wechat-mp';

export function targets(result) {
  return ways.map((way) =>
    atMost(
      mostOfAxios,
      `CPU of the first ${way} of ${ours}, of that of axios`,
      loadOf(result, ours, way)?.ratio,
    ),
  );
}

export function missedTargets(result) {
  return missedAmong(targets(result));
}
