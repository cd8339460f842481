import { mean, median, middleHalf } from '../../statistics.mjs';

/**
 * What the rounds at one number in flight say of each system.
 *
 * @param rounds of each round, the results in the order of the systems
 */
export function rowsOf(systems, inFlight, rounds) {
  const cpuOf = (name) => {
    const index = systems.findIndex((system) => system.name === name);
    return index < 0 ? undefined : rounds.map((results) => results[index].cpuUsPerSend);
  };
  return systems.map(({ name, title, note }, index) => ({
    ...{ name, title, note, inFlight },
    cpuUsPerSend: median(cpuOf(name)),
    meanCpuUsPerSend: mean(cpuOf(name)),
    sendsPerSecond: median(rounds.map((results) => results[index].sendsPerSecond)),
    ofAxios: ratioOf(cpuOf(name), cpuOf('axios')),
    ofCoWechatApi: ratioOf(cpuOf(name), cpuOf('co-wechat-api')),
  }));
}

/**
 * The median compares two rounds of the same turn. The ratio of the means is noisier, but also holds the rounds in
 * which much garbage was collected.
 */
function ratioOf(values, references) {
  if (references === undefined) return undefined;
  const ratios = values.map((value, round) => value / references[round]);
  return { median: median(ratios), middleHalf: middleHalf(ratios), ofMeans: mean(values) / mean(references) };
}
