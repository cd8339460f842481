import { leastTimeMs } from '../../drill/least-time.mjs';
import { contestants } from './contestants.mjs';
import { push } from './push.mjs';

const latencyMs = 20;
const full = { count: 1000, warmUp: 300, max: 200, names: Object.keys(contestants) };
const tiny = { count: 15, warmUp: 5, max: 10, names: ['wetempo-alone', 'wetempo-worker', 'bottleneck'] };
/** How the platform counts matters to those that fill a window at once; a few of them are enough. */
const withFixedWindows = ['wetempo-workers', 'bottleneck', 'rate-limiter-flexible'];

/** One push after the other, each under a quota of its own platform, against the least time that the quota allows. */
export async function measureQuotaPush({ quick }, { redis }) {
  if (redis === undefined) return { skipped: 'no redis-server was found' };
  const { count, warmUp, max, names } = quick ? tiny : full;
  const quota = { max, windowMs: 1000, latencyMs };
  const settings = { count, warmUp, redis };
  const rows = [];
  for (const name of names) rows.push(await rowOf(name, { ...quota, counts: 'sliding' }, settings));
  const again = quick ? [] : names.filter((name) => withFixedWindows.includes(name));
  for (const name of again) rows.push(await rowOf(name, { ...quota, counts: 'fixed' }, settings));
  return { rows, count, ...quota };
}

/** Whoever gives up on a part is held to the time that the quota allows for the rest. */
async function rowOf(name, quota, settings) {
  const seen = await push(name, quota, settings);
  const { delivered, recipients, requests, firstAt, lastAt, wallMs } = seen;
  const leastMs = leastTimeMs({ ...quota, tasks: delivered, firstAt });
  return {
    ...{ name, title: contestants[name].title, counts: quota.counts },
    ...{ delivered, recipients, requests, wallMs, leastMs, tookMs: lastAt - firstAt },
    ratio: leastMs > 0 ? (lastAt - firstAt) / leastMs : undefined,
    attemptsPerMessage: requests / settings.count,
    shareSent: recipients / settings.count,
  };
}
