import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_APP_ID, DEFAULT_APP_SECRET, startSimulator } from '@wetempo/simulator';
import { leastTimeMs } from '../../drill/least-time.mjs';
import { messageOf } from '../../message.mjs';
import { measureInFleets } from '../callers/measure-in-fleets.mjs';
import { emptyDatabase } from '../callers/redis-database.mjs';
import { chosenOf } from '../callers/variant.mjs';
import { variants } from './variants.mjs';

const databaseNumber = 13;
const path = '/cgi-bin/message/template/send';
const counts = 'sliding';

/** The same burst by every variant, each against a gateway of its own. */
export async function measure({ names, quick = false }, { redis, target: { folder } }) {
  const sizes = quick
    ? { processes: 2, each: 10, max: 10, windowMs: 500 }
    : { processes: 4, each: 150, max: 60, windowMs: 500 };
  const rows = await measureInFleets(chosenOf(variants, names, redis), sizes.processes, (variant, fleet) =>
    measureVariant(variant, fleet, sizes, { redis, folder }),
  );
  return { ...sizes, rows };
}

async function measureVariant({ name, title, settings }, fleet, sizes, { redis, folder }) {
  const { max, windowMs, each } = sizes;
  const limits = { gatewayWindow: { max, windowMs, counts }, gatewayRetryAfter: 'seconds' };
  const simulator = await startSimulator({ limits });
  try {
    const account = { baseUrl: simulator.url, appId: DEFAULT_APP_ID, appSecret: DEFAULT_APP_SECRET };
    const redisUrl = await emptyDatabase(redis, databaseNumber);
    const tokenFolder = join(folder, `gateway-${new URL(simulator.url).port}`);
    await fleet.open({ ...account, redisUrl, folder: tokenFolder }, settings);
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
  const spanMs = deliveries.at(-1).at - attempts[0].at;
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
    leastMs: leastTimeMs({ tasks, max, windowMs, counts, firstAt: attempts[0].at }),
  };
}
