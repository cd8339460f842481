import { playRound } from '../../compared-systems.mjs';
import { leastTimeMs } from '../../drill/least-time.mjs';
import { contestants } from './contestants.mjs';
import { push } from './push.mjs';

const latencyMs = 20;
const full = { rounds: 3, count: 1000, warmUp: 300, max: 200, names: Object.keys(contestants) };
const tiny = {
  ...{ rounds: 1, count: 15, warmUp: 5, max: 10 },
  names: ['wetempo-alone', 'wetempo-worker', 'bottleneck'],
};
/** How the platform counts matters to those that fill a window at once; a few of them are enough. */
const withFixedWindows = ['wetempo-workers', 'bottleneck', 'rate-limiter-flexible'];

/**
 * One push after the other, each under a quota of its own platform, against the least time that the quota allows. A row is
 * the push whose ratio is the middle one of its rounds; the attempts, the losses and the doubles are those of all of them.
 */
export async function measureQuotaPush({ quick }, { redis }) {
  if (redis === undefined) return { skipped: 'no redis-server was found' };
  const { rounds, count, warmUp, max, names } = quick ? tiny : full;
  const quota = { max, windowMs: 1000, latencyMs };
  const again = quick ? [] : names.filter((name) => withFixedWindows.includes(name));
  const runs = [
    ...names.map((name) => ({ name, counts: 'sliding' })),
    ...again.map((name) => ({ name, counts: 'fixed' })),
  ];
  const pushes = runs.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    const played = await playRound(runs, round, ({ name, counts }) =>
      pushOf(name, { ...quota, counts }, { count, warmUp, redis }),
    );
    for (const [index, seen] of played.entries()) pushes[index].push(seen);
  }
  return { rows: pushes.map(rowOf), rounds, count, ...quota };
}

/** Whoever gives up on a part is held to the time that the quota allows for the rest. */
async function pushOf(name, quota, settings) {
  const { delivered, recipients, requests, firstAt, lastAt, wallMs } = await push(name, quota, settings);
  const leastMs = leastTimeMs({ ...quota, tasks: delivered, firstAt });
  const tookMs = lastAt - firstAt;
  return {
    ...{ name, title: contestants[name].title, counts: quota.counts },
    ...{ asked: settings.count, delivered, recipients, requests, wallMs, leastMs, tookMs },
    ratio: leastMs > 0 ? tookMs / leastMs : undefined,
  };
}

function rowOf(pushes) {
  const ratioOf = ({ ratio = 0 }) => ratio;
  const sorted = pushes.toSorted((one, other) => ratioOf(one) - ratioOf(other));
  const sumOf = (figure) => pushes.reduce((sum, one) => sum + one[figure], 0);
  const [asked, delivered, recipients, requests] = ['asked', 'delivered', 'recipients', 'requests'].map(
    sumOf,
  );
  return {
    ...sorted[Math.floor(sorted.length / 2)],
    ...{ asked, delivered, recipients, requests },
    ratios: sorted.map(ratioOf),
    attemptsPerMessage: requests / asked,
    shareSent: recipients / asked,
  };
}
