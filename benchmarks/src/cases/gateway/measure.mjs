import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_APP_SECRET, startSimulator } from '@wetempo/simulator';
import { leastTimeMs } from '../../drill/least-time.mjs';
import { messageOf } from '../../message.mjs';
import { appIdOf } from '../callers/app-id.mjs';
import { measureInFleets } from '../callers/measure-in-fleets.mjs';
import { chosenOf } from '../callers/variant.mjs';
import { variants } from './variants.mjs';

const path = '/cgi-bin/message/template/send';
const counts = 'sliding';

/** The same burst by every variant, each against a gateway of its own. */
export async function measure({ names, quick = false }, { redis, target: { redisUrl, folder } }) {
  const sizes = quick
    ? { processes: 2, each: 6, max: 10, windowMs: 500 }
    : { processes: 4, each: 150, max: 60, windowMs: 500 };
  const runs = chosenOf(variants, names, redis).map((variant, n) => ({ ...variant, appId: appIdOf(n) }));
  const places = { redisUrl, folder: join(folder, 'gateway') };
  const measureLane = (lane) =>
    measureInFleets(lane, sizes.processes, (run, fleet) => measureRun(run, fleet, sizes, places));
  const rows = await Promise.all(lanesOf(runs).map(measureLane));
  return { ...sizes, rows: rows.flat() };
}

/** Who waits for the gateway does so beside the others, since waiting takes nothing away from them. */
function lanesOf(runs) {
  const lanes = ['wetempo-redis', 'wetempo-memory'].map((waiting) =>
    runs.filter(({ name }) => name === waiting),
  );
  return [...lanes, runs.filter((run) => !lanes.flat().includes(run))];
}

async function measureRun({ name, title, settings, appId }, fleet, sizes, places) {
  const { max, windowMs, each } = sizes;
  const account = { appId, appSecret: DEFAULT_APP_SECRET };
  const limits = { gatewayWindow: { max, windowMs, counts }, gatewayRetryAfter: 'seconds' };
  const simulator = await startSimulator({ accounts: [account], limits });
  try {
    await fleet.open({ ...account, ...places, baseUrl: simulator.url }, settings);
    await fleet.warmUp();
    // Until the gateway has forgotten that.
    await sleep(2 * windowMs);
    const told = await fleet.send({ firstNumber: 0, each });
    return { name, title, ...figuresOf(simulator, told, sizes) };
  } finally {
    await simulator.close();
  }
}

function figuresOf(simulator, told, { processes, each, max, windowMs }) {
  const tasks = processes * each;
  const ours = new Set(Array.from({ length: tasks }, (_, n) => messageOf(n).touser));
  const attempts = simulator.requests.filter(
    (request) => request.path === path && ours.has(request.body.touser),
  );
  const deliveries = simulator.deliveriesOf(({ openid }) => ours.has(openid));
  const delivered = new Set(deliveries.map(({ openid }) => openid));
  const isDelivered = (n) => delivered.has(messageOf(n).touser);
  const firstAt = attempts[0].at;
  const spanMs = deliveries.at(-1).at - firstAt;
  return {
    tasks,
    attempts: attempts.length,
    refused: attempts.filter(({ status }) => status === 429).length,
    delivered: delivered.size,
    twice: deliveries.length - delivered.size,
    falselySent: told.sent.filter((n) => !isDelivered(n)).length,
    falselyFailed: told.failed.filter(isDelivered).length,
    unknown: told.unknown.length,
    spanMs,
    // Of so many as were delivered.
    leastMs: leastTimeMs({ tasks: delivered.size, max, windowMs, counts, firstAt }),
  };
}
