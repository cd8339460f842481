import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from './seeded-random.mjs';

const lookEveryMs = 50;
/** With this share delivered there is hardly anything left to disturb. */
const enough = 0.95;
/** The longest that a restart, or a limit, holds everybody up. What is not delivered by then waits for claims to run out. */
const stillMs = 10_000;
/** A storm that lasts this long lets nobody get on. */
const longestMs = 1_200_000;

/**
 * Kills processes and lets calamities happen until nearly everything is delivered, or nothing is delivered any more.
 *
 * @param tell hears each thing that happens
 */
export async function storm(round, calamities, { seed, messages, killEveryMs, mostKills }, tell) {
  const random = new SeededRandom(seed + 1);
  const waiting = [...calamities];
  const happening = [];
  let kills = 0;
  let nextKillAt = Date.now() + killEveryMs * random.between(0.5, 1.5);
  for await (const share of sharesDelivered(round, messages, waiting)) {
    while (waiting.length > 0 && waiting[0].at <= share) {
      const { title, happen } = waiting.shift();
      tell(title);
      happening.push(happen(round));
    }
    if (Date.now() < nextKillAt || kills >= mostKills) continue;
    nextKillAt = Date.now() + killEveryMs * random.between(0.5, 1.5);
    const index = random.below(round.fleet.size);
    if (!(await round.fleet.replace(index))) continue;
    kills += 1;
    tell(`process ${index} killed`);
  }
  await Promise.all(happening);
  return { kills, calamities: calamities.length - waiting.length };
}

/** Ends with the storm: every calamity has happened, and hardly anything is left to disturb. */
async function* sharesDelivered({ platform, fleet }, messages, waiting) {
  let last = 0;
  let lastAt = Date.now();
  const giveUpAt = lastAt + longestMs;
  while (!fleet.isDone && fleet.failures.length === 0 && Date.now() < giveUpAt) {
    const delivered = await platform.ask({ kind: 'delivered' });
    if (delivered > last) [last, lastAt] = [delivered, Date.now()];
    yield delivered / messages;
    const isStill = last > 0 && Date.now() - lastAt > stillMs;
    if (waiting.length === 0 && (isStill || delivered / messages >= enough)) return;
    await sleep(lookEveryMs);
  }
}
