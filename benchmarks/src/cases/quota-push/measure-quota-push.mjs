import { leastTimeMs } from '../../drill/least-time.mjs';
import { contestants } from './contestants.mjs';
import { push } from './push.mjs';

const latencyMs = 20;
const full = { count: 1000, max: 200, names: Object.keys(contestants) };
const tiny = { count: 15, max: 10, names: ['wetempo-alone', 'wetempo-worker', 'bottleneck'] };
/** How the platform counts its windows matters least to those that are paced, so that a few are enough. */
const withFixedWindows = ['wetempo-alone', 'wetempo-workers', 'bottleneck', 'rate-limiter-flexible'];

/** One push after the other, each under a quota of its own platform, against the least time that the quota allows. */
export async function measureQuotaPush({ quick }, { redis }) {
  if (redis === undefined) return { skipped: 'no redis-server was found' };
  const { count, max, names } = quick ? tiny : full;
  const quota = { max, windowMs: 1000, latencyMs };
  const rows = [];
  for (const name of names) rows.push(await rowOf(name, { ...quota, counts: 'sliding' }, count, redis));
  const again = quick ? [] : names.filter((name) => withFixedWindows.includes(name));
  for (const name of again) rows.push(await rowOf(name, { ...quota, counts: 'fixed' }, count, redis));
  return { rows, count, ...quota };
}

/** Whoever gives up on a part is held to the time that the quota allows for the rest. */
async function rowOf(name, quota, count, redis) {
  const seen = await push(name, quota, count, redis);
  const { delivered, recipients, requests, firstAt, lastAt, wallMs } = seen;
  const leastMs = leastTimeMs({ ...quota, tasks: delivered, firstAt });
  return {
    ...{ name, title: contestants[name].title, counts: quota.counts },
    ...{ delivered, recipients, requests, wallMs, leastMs, tookMs: lastAt - firstAt },
    ratio: leastMs > 0 ? (lastAt - firstAt) / leastMs : undefined,
    attemptsPerMessage: requests / count,
    shareSent: recipients / count,
  };
}
