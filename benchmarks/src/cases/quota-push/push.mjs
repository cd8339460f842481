import { AskedProcess } from '../../processes/asked-process.mjs';
import { contestants } from './contestants.mjs';

const fileOf = (name) => new URL(`./processes/${name}.mjs`, import.meta.url);

/**
 * One push of so many messages: what the platform saw of it, and how long it took from the start to the last end. Whoever
 * begins has sent `warmUp` messages elsewhere: what is compared is the pace, and not how soon code gets fast.
 */
export async function push(name, quota, { count, warmUp, redis }) {
  const { file, processes, run } = contestants[name];
  const platform = new AskedProcess(fileOf('platform-process'), [JSON.stringify(quota)]);
  const pushing = Array.from({ length: processes }, () => new AskedProcess(fileOf(file), [name]));
  const feeder = run === 'queue' ? new AskedProcess(fileOf(file)) : undefined;
  const all = feeder === undefined ? pushing : [...pushing, feeder];
  try {
    const where = await platform.ask({ kind: 'where' });
    const settings = { ...where, redisUrl: redis.url, quota };
    await Promise.all(all.map((one) => one.ask({ kind: 'warmUp', count: warmUp, ...settings })));
    await redis.client.flushall();
    await Promise.all(all.map((one) => one.ask({ kind: 'open', ...settings })));
    const startedAt = performance.now();
    await (feeder === undefined ? pushParts(pushing, count) : pushQueue(pushing, feeder, count, redis.url));
    const wallMs = performance.now() - startedAt;
    return { wallMs, ...(await platform.ask({ kind: 'figures' })) };
  } finally {
    await Promise.all([platform, ...all].map((one) => one.kill()));
  }
}

function pushParts(pushing, count) {
  const step = pushing.length;
  return Promise.all(pushing.map((one, from) => one.ask({ kind: 'push', count, from, step })));
}

async function pushQueue(workers, feeder, count, redisUrl) {
  await Promise.all(workers.map((one) => one.ask({ kind: 'work', redisUrl })));
  await feeder.ask({ kind: 'feed', count, redisUrl });
}
