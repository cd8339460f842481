import { compareSystems, playRound } from '../../compared-systems.mjs';
import { median, middleHalf } from '../../statistics.mjs';

/** Enough that no send waits for another one's way to a store. */
const inFlight = 64;
const shortRoundsPerRound = 2;
/** The first one is what the others are compared with. */
const stores = ['wetempo-memory', 'wetempo-sqlite', 'wetempo-redis', 'wetempo-postgres'];

/** Sends per second of one process, store by store; client, stores and platform share the machine. */
export async function measureStores({ names, rounds, sends, warmUpSends }, surroundings) {
  const [reference, ...others] = stores;
  const chosen = [reference, ...others.filter((name) => names.includes(name))];
  const measure = async (systems) => {
    for (const system of systems) await system.round(warmUpSends, inFlight);
    const played = [];
    for (let round = 0; round < rounds * shortRoundsPerRound; round += 1) {
      const count = Math.ceil(sends / shortRoundsPerRound);
      played.push(await playRound(systems, round, (system) => system.round(count, inFlight)));
    }
    return { rows: systems.map((system, index) => rowOf(system, index, played)) };
  };
  return { inFlight, ...(await compareSystems(chosen, { surroundings, measure })) };
}

/** A ratio compares two rounds of the same turn. */
function rowOf({ name, title }, index, played) {
  const ratios = played.map((results) => results[index].sendsPerSecond / results[0].sendsPerSecond);
  return {
    name,
    title,
    sendsPerSecond: median(played.map((results) => results[index].sendsPerSecond)),
    cpuUsPerSend: median(played.map((results) => results[index].cpuUsPerSend)),
    ratio: median(ratios),
    middleHalf: middleHalf(ratios),
  };
}
