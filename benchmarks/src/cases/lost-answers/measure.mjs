import { join } from 'node:path';
import { measureInFleets } from '../callers/measure-in-fleets.mjs';
import { chosenOf } from '../callers/variant.mjs';
import { FaultyPlatform } from './faulty-platform.mjs';
import { judgeReports } from './judge-reports.mjs';
import { variants } from './variants.mjs';

const seed = 7;
const inFlight = 64;
const timeoutMs = 2_000;
/** By the caller, after anything but a success. */
const repeatCounts = [0, 1];

/** The same messages with the same faults by every variant, once as it comes and once with a caller who repeats. */
export async function measure({ names, quick = false }, { redis, target: { redisUrl, folder } }) {
  const messages = quick ? 100 : 1_000;
  const runs = chosenOf(variants, names, redis).flatMap(runsOf);
  const platform = await FaultyPlatform.start(runs.length, { seed, messages });
  const places = { redisUrl, folder: join(folder, 'lost-answers'), timeoutMs };
  try {
    const rows = await measureInFleets(runs, 1, (run, fleet) => measureRun(run, fleet, platform, places));
    return { messages, planned: platform.planned, rows };
  } finally {
    await platform.close();
  }
}

function runsOf(variant) {
  return kindsOf(variant).flatMap((kind) => repeatCounts.map((repeats) => ({ ...variant, kind, repeats })));
}

function kindsOf({ packageName }) {
  return packageName === 'nest-wechat' ? ['template'] : ['template', 'customer'];
}

async function measureRun({ name, title, settings, kind, repeats }, fleet, platform, places) {
  const { account, messages } = platform.prepare(kind);
  await fleet.open({ ...account, ...places }, settings);
  await fleet.warmUp();
  const told = await fleet.send({ messageKind: kind, firstNumber: 0, each: messages, inFlight, repeats });
  return { name, title, kind, repeats, ...judgeReports(told, platform.recipientsOf(account.appId, kind)) };
}
