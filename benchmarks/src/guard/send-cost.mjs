import { MeasuredSystem } from '../measured-system.mjs';
import { quantile } from '../statistics.mjs';

const inFlight = 16;
const warmUpSends = 1500;
const roundsPerSet = 20;
const sendsPerRound = 150;
const withoutServers = ['axios', 'undici', 'wetempo-memory'];

/**
 * CPU time per send. The lower quartile of all rounds so far: what else the machine does makes a round dearer and never
 * cheaper, and the first rounds still wait for the compiler.
 */
export async function openSendCost({ target, redis }) {
  const names = redis === undefined ? withoutServers : [...withoutServers, 'wetempo-redis'];
  const systems = [];
  const close = async () => {
    for (const system of systems) await system.close();
  };
  for (const name of names) systems.push(await MeasuredSystem.open(name, target));
  for (const system of systems) await system.round(warmUpSends, inFlight);
  const costs = new Map(systems.map(({ name }) => [name, []]));
  const measure = async () => {
    await measureSet(systems, costs);
    return ratiosOf(costs);
  };
  return { measure, close };
}

async function measureSet(systems, costs) {
  for (let round = 0; round < roundsPerSet; round += 1) {
    for (const system of systems) {
      costs.get(system.name).push((await system.round(sendsPerRound, inFlight)).cpuUsPerSend);
    }
  }
}

function ratiosOf(costs) {
  const costOf = (name) => quantile(costs.get(name), 0.25);
  const memory = costOf('wetempo-memory');
  const ratios = { cpuOfAxios: memory / costOf('axios'), cpuOfUndici: memory / costOf('undici') };
  return costs.has('wetempo-redis')
    ? { ...ratios, redisCpuOfMemory: costOf('wetempo-redis') / memory }
    : ratios;
}
