// `node benchmarks/push-pace.mjs`: how close a push comes to the quota that the platform keeps, from one process, from one
// worker and from four. Runs on what was built. Ideal is N / R; the ratio counts from the first delivery to the last.
import { parseArgs } from 'node:util';
import { PushQueue } from '@wetempo/core/push';
import { mpEndpointGroups, WechatMp } from '@wetempo/wechat-mp';
import { AskedProcess } from './src/processes/asked-process.mjs';
import { pushItems } from './src/push-pace/push-items.mjs';
import { startRedis } from './src/redis/redis-server.mjs';

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '100' },
    window: { type: 'string', default: '1000' },
    counts: { type: 'string', default: 'sliding' },
    latency: { type: 'string', default: '20' },
    count: { type: 'string', default: '3000' },
    only: { type: 'string', default: 'alone,worker,workers' },
    verbose: { type: 'boolean', default: false },
  },
});
const rate = Number(values.rate);
const windowMs = Number(values.window);
const count = Number(values.count);
const file = (name) => new URL(`./src/push-pace/${name}`, import.meta.url);
const processes = { alone: 1, worker: 1, workers: 4 };

function clientOptions(where, redis) {
  const max = Math.round((rate * windowMs) / 1000);
  const limits = { headroom: 0, endpoints: { 'template.send': { max, windowMs } } };
  return { ...where, redis, sendStore: 'redis', limits };
}

/** The push over the queue, fed from here; the processes only work. */
async function pushOverQueue(options, redis) {
  const mp = new WechatMp(options);
  const queue = new PushQueue(mp, { redis });
  const startedAt = performance.now();
  const run = await queue.start({
    id: 'pace',
    endpoint: mpEndpointGroups.template.send,
    items: pushItems(count),
  });
  const { counts } = await run.finished();
  const wallMs = performance.now() - startedAt;
  await queue.close();
  await mp.close();
  return { counts, wallMs };
}

async function measure(kind, redis) {
  await redis.client.flushall();
  const max = String(Math.round((rate * windowMs) / 1000));
  const platform = new AskedProcess(file('quota-platform.mjs'), [
    max,
    values.window,
    values.counts,
    values.latency,
  ]);
  const pushing = Array.from(
    { length: processes[kind] },
    () => new AskedProcess(file('pushing-process.mjs')),
  );
  try {
    const options = clientOptions(await platform.ask({ kind: 'where' }), redis.url);
    await Promise.all(pushing.map((process) => process.ask({ kind: 'open', options })));
    if (kind !== 'alone') {
      await Promise.all(pushing.map((process) => process.ask({ kind: 'work', redis: redis.url })));
    }
    const ended =
      kind === 'alone'
        ? await pushing[0].ask({ kind: 'push', id: 'pace', count })
        : await pushOverQueue(options, redis.url);
    return { kind, ...ended, ...(await platform.ask({ kind: 'figures' })) };
  } finally {
    await Promise.all([platform, ...pushing].map((process) => process.kill()));
  }
}

/** A window's worth leaves at once, so what is left of the quota's time begins after it. */
function report({ kind, counts, delivered, recipients, requests, spanMs, wallMs, perSecond }) {
  const idealMs = (count / rate) * 1000;
  const ratio = (ms) => (ms / idealMs).toFixed(3);
  console.log(
    `${kind.padEnd(8)} ${delivered} delivered to ${recipients}, ${requests - delivered} limit answers or repetitions, ` +
      `first to last ${ratio(spanMs)}, by the wall ${ratio(wallMs)} of N/R; ${JSON.stringify(counts)}`,
  );
  if (values.verbose) console.log(perSecond.join(' '));
}

const redis = await startRedis();
console.log(
  `${count} messages, quota ${rate} per second counted in ${values.counts} windows of ${windowMs} ms, answers take ${values.latency} ms`,
);
try {
  for (const kind of values.only.split(',')) report(await measure(kind, redis));
} finally {
  await redis.close();
}
