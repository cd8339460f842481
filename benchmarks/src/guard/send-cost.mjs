import { MeasuredSystem } from '../measured-system.mjs';
import { median } from '../statistics.mjs';

const inFlight = 16;
/** The compiler takes its time, most of all for the long way to Redis. */
const warmUpSends = 4000;
const roundsPerSet = 30;
const sendsPerRound = 150;
const withoutServers = ['axios', 'undici', 'wetempo-memory'];

/** CPU time per send, the median of all rounds so far. */
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

/** Of the parts that are not the kernel's. */
function ratiosOf(costs) {
  const bare = median(costs.get('undici'));
  const beyondBare = (name) => median(costs.get(name)) - bare;
  const ownCpu = beyondBare('wetempo-memory') / beyondBare('axios');
  if (!costs.has('wetempo-redis')) return { ownCpu };
  return { ownCpu, ownCpuWithRedis: beyondBare('wetempo-redis') / beyondBare('axios') };
}
