import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AskedProcess } from '../processes/asked-process.mjs';
import { startDurableRedis } from '../servers/durable-redis.mjs';
import { calamitiesOf } from './calamities.mjs';
import { clientOf } from './client-of.mjs';
import { Fleet } from './fleet.mjs';
import { judgeRound } from './judge-round.mjs';
import { kinds, recipientOf, requestIdOf } from './kinds.mjs';
import { modes } from './modes.mjs';
import { SeededRandom } from './seeded-random.mjs';
import { stores } from './stores.mjs';
import { storm } from './storm.mjs';

/** Claims of killed processes have to run out first; the rest is time that a slow machine may take. */
const calmMs = 180_000;

/** One storm with everything of its own, and what became of the messages. */
export async function runRound(options, tell) {
  const closers = [];
  const opened = (part, close) => {
    closers.unshift(close);
    return part;
  };
  try {
    const surroundings = await openSurroundings(options, opened);
    const fleet = openFleet(options, surroundings.target);
    opened(fleet, () => fleet.end());
    const round = { ...surroundings, fleet };
    const startedAt = Date.now();
    const calamities = calamitiesOf(options, round.database !== undefined);
    const stormed = await storm(round, calamities, options, tell);
    tell('the storm is over');
    const isCalm = await untilDone(fleet);
    const judged = await judge(round, options);
    return {
      seed: options.seed,
      ...stormed,
      seconds: (Date.now() - startedAt) / 1000,
      ...told(judged, fleet, isCalm),
    };
  } finally {
    for (const close of closers) await close();
  }
}

async function openSurroundings(options, opened) {
  const folder = await mkdtemp(join(tmpdir(), 'wetempo-crash-'));
  opened(folder, () => rm(folder, { recursive: true, force: true }));
  const redis = await startDurableRedis();
  opened(redis, () => redis.close());
  const { start, optionOf } = stores[options.store];
  const database = await start?.();
  opened(database, () => database?.close());
  const platform = new AskedProcess(new URL('./processes/platform-process.mjs', import.meta.url));
  opened(platform, () => platform.end());
  const account = await platform.ask({ kind: 'open', options });
  const target = { ...account, redisUrl: redis.url, sendStore: optionOf({ folder, url: database?.url }) };
  return { redis, database, platform, target };
}

function openFleet({ mode, workers, seed, ...options }, target) {
  const { process: file, feeders } = modes[mode];
  const url = new URL(`./processes/${file}`, import.meta.url);
  const random = new SeededRandom(seed + 2);
  const fleet = new Fleet(url, async (process, rank) => {
    const firstNumber = random.below(options.messages);
    await process.ask({ kind: 'open', target });
    return () => process.ask({ kind: 'run', work: { ...options, firstNumber, rank } });
  });
  fleet.fill(workers + feeders);
  return fleet;
}

async function untilDone(fleet) {
  const giveUpAt = Date.now() + calmMs;
  while (!fleet.isDone && fleet.failures.length === 0) {
    if (Date.now() > giveUpAt) return false;
    await sleep(100);
  }
  return true;
}

async function judge({ platform, target }, { kind, messages }) {
  const recipients = await platform.ask({ kind: 'recipients' });
  const requests = await platform.ask({ kind: 'requests' });
  const mp = clientOf(target);
  const records = [];
  const numbers = Array.from({ length: messages }, (_, n) => n).values();
  const worker = async () => {
    for (const n of numbers) records[n] = await mp.sends.find(requestIdOf(n));
  };
  await Promise.all(Array.from({ length: 32 }, worker));
  await mp.close();
  const { isRepeatable } = kinds[kind];
  const states = records.map((record) => record?.state);
  return {
    requests,
    reasons: reasonsOf(records),
    ...judgeRound({ recipients, states, recipientOf, isRepeatable }),
  };
}

/** Why messages are not called sent, counted. */
function reasonsOf(records) {
  const reasons = {};
  for (const record of records) {
    if (record?.failure === undefined) continue;
    const reason = `${record.state} after ${record.attempts} attempts: ${record.failure.message}`;
    reasons[reason] = (reasons[reason] ?? 0) + 1;
  }
  return reasons;
}

function told({ requests, reasons, figures, broken }, { failures }, isCalm) {
  const more = failures.map(({ message }) => `a process failed: ${message}`);
  if (!isCalm) more.push(`the processes were not through ${calmMs / 1000} s after the storm`);
  return { requests, reasons, ...figures, broken: [...broken, ...more] };
}
