import { compareSystems, playRound } from '../../compared-systems.mjs';
import { rowsOf } from './rows.mjs';

/**
 * How many messages are under way, and its part of a round's sends: several times as many as are in flight, so that
 * most of them do not wait for the first ones.
 */
const levels = [
  { inFlight: 1, share: 0.12 },
  { inFlight: 16, share: 0.16 },
  { inFlight: 64, share: 0.2 },
  { inFlight: 256, share: 0.52 },
];
/** What disturbs a short round disturbs few, and the median does not see it. */
const shortRoundsPerRound = 2;
const warmUpInFlight = 64;

/** CPU time and calls per second of a send, at each number in flight. */
export async function measureSend({ names, rounds, sends, warmUpSends, profileFolder }, surroundings) {
  const shortRounds = rounds * shortRoundsPerRound;
  const measure = async (systems) => {
    for (const system of systems) await system.round(warmUpSends, warmUpInFlight);
    return { rows: await measureLevels(systems, shortRounds, sends / shortRoundsPerRound) };
  };
  const measured = await compareSystems(names, { surroundings, profileFolder, measure });
  return { rounds: shortRounds, levels: levels.map(({ inFlight }) => inFlight), ...measured };
}

/** The levels alternate as well, so that each sees the same age of the processes and of what they keep. */
async function measureLevels(systems, rounds, sends) {
  const played = levels.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { inFlight, share }] of levels.entries()) {
      const play = (system) => system.round(Math.ceil(sends * share), inFlight);
      played[index].push(await playRound(systems, round, play));
    }
  }
  return levels.flatMap(({ inFlight }, index) => rowsOf(systems, inFlight, played[index]));
}
