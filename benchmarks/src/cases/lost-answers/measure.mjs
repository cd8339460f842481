import { join } from 'node:path';
import { measureInFleets } from '../callers/measure-in-fleets.mjs';
import { chosenOf } from '../callers/variant.mjs';
import { countsOfFirst, planFaults } from './fault-plan.mjs';
import { FaultyPlatform } from './faulty-platform.mjs';
import { judgeReports } from './judge-reports.mjs';
import { variants } from './variants.mjs';

const seed = 7;
const inFlight = 64;
/** So long that a busy machine is never taken for a lost answer. */
const patientMs = 60_000;
/** For those whose answer does not come. */
const impatientMs = 4_000;
/** By the caller, after anything but a success. */
const repeatCounts = [0, 1];

/**
 * The same messages with the same faults by every variant, once as it comes and once with a caller who repeats. Variants run
 * beside each other, each against a platform of its own: what is counted depends on no time.
 */
export async function measure({ names, quick = false }, { redis, target: { redisUrl, folder } }) {
  const sizes = quick ? { messages: 100, silent: 0 } : { messages: 1_000, silent: 10 };
  const plan = planFaults(seed, sizes.messages, sizes.silent);
  const places = { redisUrl, folder: join(folder, 'lost-answers') };
  const chosen = chosenOf(variants, names, redis);
  const rows = await Promise.all(chosen.map((variant) => measureVariant(variant, { sizes, plan, places })));
  return { ...sizes, planned: countsOfFirst(plan), rows: rows.flat() };
}

async function measureVariant(variant, { sizes, plan, places }) {
  const runs = runsOf(variant);
  const platform = await FaultyPlatform.start(runs.length, plan);
  try {
    return await measureInFleets(runs, 1, (run, fleet) =>
      measureRun(run, fleet, platform, { sizes, places }),
    );
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

async function measureRun({ name, title, settings, kind, repeats }, fleet, platform, { sizes, places }) {
  const account = platform.prepare(kind);
  const { messages, silent } = sizes;
  const parts = [
    { firstNumber: 0, each: messages, timeoutMs: patientMs },
    { firstNumber: messages, each: silent, timeoutMs: impatientMs },
  ];
  const told = { sent: [], failed: [], unknown: [] };
  for (const { firstNumber, each, timeoutMs } of parts.filter((part) => part.each > 0)) {
    await fleet.open({ ...account, ...places, timeoutMs }, settings);
    await fleet.warmUp();
    const toldNow = await fleet.send({ messageKind: kind, firstNumber, each, inFlight, repeats });
    for (const word of Object.keys(told)) told[word].push(...toldNow[word]);
  }
  return { name, title, kind, repeats, ...judgeReports(told, platform.recipientsOf(account.appId, kind)) };
}
