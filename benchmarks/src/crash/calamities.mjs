import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from './seeded-random.mjs';

/** Longer than a claim lasts, so that another process takes over what the sleeper was at. */
const sleeperMs = 19_000;

/**
 * What befalls a round besides killed processes, each when a share of the messages was delivered, so that the same seed
 * makes the same choices on fast and slow machines. Each has a `title`, a share `at`, and `happen(round)`.
 */
export function calamitiesOf({ seed, redisRestarts, dbRestarts, revoke, pauses }, hasDatabase) {
  const random = new SeededRandom(seed);
  const restart = (server) => {
    const [pauseMs, downMs] = [random.between(300, 1_500), random.between(100, 1_000)];
    return (round) => restartServer(round[server], pauseMs, downMs);
  };
  const several = (count, title, make) =>
    Array.from({ length: count }, () => ({ title, at: random.between(0.1, 0.8), happen: make() }));
  return [
    ...several(redisRestarts, 'Redis restarted', () => restart('redis')),
    ...several(hasDatabase ? dbRestarts : 0, 'database restarted', () => restart('database')),
    ...several(
      revoke,
      'token revoked',
      () =>
        ({ platform }) =>
          platform.ask({ kind: 'revoke' }),
    ),
    ...several(pauses, 'process paused', () => {
      const place = random.next();
      return ({ fleet }) => pauseProcess(fleet, place);
    }),
  ].sort((one, other) => one.at - other.at);
}

/** Stands still, dies, and comes back with what was on its disk. */
async function restartServer(server, pauseMs, downMs) {
  server.pause();
  await sleep(pauseMs);
  await server.kill();
  await sleep(downMs);
  await server.start();
}

async function pauseProcess(fleet, place) {
  const goOn = fleet.pause(Math.floor(place * fleet.size));
  await sleep(sleeperMs);
  goOn();
}
