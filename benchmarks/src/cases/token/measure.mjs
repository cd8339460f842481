import { join } from 'node:path';
import { measureInFleets } from '../callers/measure-in-fleets.mjs';
import { chosenOf } from '../callers/variant.mjs';
import { TokenPlatform } from './token-platform.mjs';
import { variants } from './variants.mjs';

/** Messages of a second burst have numbers of their own. */
const numbersPerBurst = 100_000;

/** Every variant alone and as a fleet: first without any token, then after the platform has revoked the one that all have. */
export async function measure({ names, quick = false }, { redis, target: { redisUrl, folder } }) {
  const sizes = quick ? { processes: 2, each: 5 } : { processes: 8, each: 25 };
  const chosen = chosenOf(variants, names, redis);
  const platform = await TokenPlatform.start(2 * chosen.length);
  const surroundings = { platform, places: { redisUrl, folder: join(folder, 'token') } };
  try {
    const rows = await measureInFleets(chosen, sizes.processes, (variant, fleet) =>
      measureVariant(variant, fleet, surroundings, sizes),
    );
    return { ...sizes, rows };
  } finally {
    await platform.close();
  }
}

async function measureVariant({ name, title, settings }, fleet, { platform, places }, { processes, each }) {
  const open = async (some) => {
    const account = platform.nextAccount();
    await some.open({ ...account, ...places }, settings);
    return { fleet: some, appId: account.appId };
  };
  const alone = await measureBursts(await open(fleet.first(1)), platform, processes * each);
  const together = await measureBursts(await open(fleet), platform, each);
  return { name, title, alone, together };
}

async function measureBursts(callers, platform, each) {
  const cold = await measureBurst(callers, platform, 0, each);
  platform.revoke(callers.appId);
  const revoked = await measureBurst(callers, platform, numbersPerBurst, each);
  return { cold, revoked };
}

async function measureBurst({ fleet, appId }, platform, firstNumber, each) {
  const before = platform.figuresOf(appId);
  const told = await fleet.send({ firstNumber, each });
  const after = platform.figuresOf(appId);
  const delivered = after.delivered - before.delivered;
  return {
    calls: fleet.size * each,
    fetches: after.fetches - before.fetches,
    refused: after.refused - before.refused,
    undelivered: fleet.size * each - delivered,
    toldSent: told.sent.length,
  };
}
