import { join } from 'node:path';
import { measureInFleets } from '../callers/measure-in-fleets.mjs';
import { chosenOf } from '../callers/variant.mjs';
import { kindsOfFaults, planFaults } from './fault-plan.mjs';
import { FaultyPlatform } from './faulty-platform.mjs';
import { judgeReports } from './judge-reports.mjs';
import { variants } from './variants.mjs';

const seed = 7;
const inFlight = 64;
/** Far beyond what an answer takes. */
const timeoutMs = 3_000;
/** By the caller, after anything but a success. */
const repeatCounts = [0, 1];

/**
 * The same messages with the same faults by every variant, once as it comes and once with a caller who repeats. Variants run
 * beside each other, each against a platform of its own: what is counted here depends on no time but the time-out.
 */
export async function measure({ names, quick = false }, { redis, target: { redisUrl, folder } }) {
  // So few messages that none is left without an answer, so that a busy machine may take its time.
  const [messages, patienceMs] = quick ? [100, 10 * timeoutMs] : [1_000, timeoutMs];
  const plan = planFaults(seed, messages);
  const places = { redisUrl, folder: join(folder, 'lost-answers'), timeoutMs: patienceMs };
  const chosen = chosenOf(variants, names, redis);
  const rows = await Promise.all(
    chosen.map((variant) => measureVariant(variant, { messages, plan, places })),
  );
  return { messages, planned: countsOfFirst(plan), rows: rows.flat() };
}

async function measureVariant(variant, { messages, plan, places }) {
  const runs = runsOf(variant);
  const platform = await FaultyPlatform.start(runs.length, plan);
  try {
    return await measureInFleets(runs, 1, (run, fleet) =>
      measureRun(run, fleet, platform, { messages, places }),
    );
  } finally {
    await platform.close();
  }
}

/** How many first attempts meet which fault. */
function countsOfFirst(plan) {
  const first = plan.filter(({ attempt }) => attempt === 1);
  return kindsOfFaults.map(({ title }) => ({
    title,
    count: first.filter((planned) => planned.title === title).length,
  }));
}

function runsOf(variant) {
  return kindsOf(variant).flatMap((kind) => repeatCounts.map((repeats) => ({ ...variant, kind, repeats })));
}

function kindsOf({ packageName }) {
  return packageName === 'nest-wechat' ? ['template'] : ['template', 'customer'];
}

async function measureRun({ name, title, settings, kind, repeats }, fleet, platform, { messages, places }) {
  const account = platform.prepare(kind);
  await fleet.open({ ...account, ...places }, settings);
  await fleet.warmUp();
  const told = await fleet.send({ messageKind: kind, firstNumber: 0, each: messages, inFlight, repeats });
  return { name, title, kind, repeats, ...judgeReports(told, platform.recipientsOf(account.appId, kind)) };
}
