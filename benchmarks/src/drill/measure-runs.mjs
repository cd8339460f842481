import { AskedProcess } from '../processes/asked-process.mjs';
import { startRedis } from '../redis/redis-server.mjs';
import { leastTimeMs } from './least-time.mjs';
import { runs } from './runs.mjs';
import { tasksOf, warmUpTasksOf } from './storm-tasks.mjs';

/** One run after the other, each with a platform and a database of Redis of its own. */
export async function measureRuns(options, onMeasured) {
  const redis = await startRedis();
  if (redis === undefined) throw new Error('the drill needs a redis-server');
  const measured = [];
  try {
    for (const [index, name] of options.names.entries()) {
      const run = await measureRun(name, options, `${redis.url}/${index}`);
      onMeasured(run);
      measured.push(run);
    }
    return measured;
  } finally {
    await redis.close();
  }
}

async function measureRun(name, options, redisUrl) {
  const run = runs[name];
  const platform = new AskedProcess(processUrl('platform-process.mjs'));
  try {
    const accounts = await platform.ask({ kind: 'open', window: windowOf(run, options) });
    const target = { ...accounts.storm, redisUrl, limits: run.limitsOf(options) };
    const storm = await letLoose(run, { target, warmUpTarget: { ...accounts.warmUp, redisUrl } }, options);
    const journal = await platform.ask({ kind: 'journal' });
    return { name, title: run.title, ...figuresOf(run, options, storm, journal) };
  } finally {
    await platform.end();
  }
}

function windowOf({ platform: { counts, told } }, { max, windowMs }) {
  return { max, windowMs, counts, told };
}

function processUrl(file) {
  return new URL(`./processes/${file}`, import.meta.url);
}

/** Warms all processes up and opens them, then gives all of them their tasks at once, and waits until the last one is through. */
async function letLoose(run, { target, warmUpTarget }, { tasks, processes }) {
  const fleet = Array.from({ length: processes }, () => new AskedProcess(processUrl(run.process)));
  try {
    const warmUp = (rank) => ({ kind: 'warmUp', target: warmUpTarget, numbers: warmUpTasksOf(rank) });
    await Promise.all(fleet.map((client, rank) => client.ask(warmUp(rank))));
    await Promise.all(fleet.map((client) => client.ask({ kind: 'open', target })));
    const startedAt = Date.now();
    const ends = await Promise.all(
      fleet.map((client, rank) => client.ask({ kind: 'storm', numbers: tasksOf(rank, processes, tasks) })),
    );
    return { startedAt, endedAt: Date.now(), failures: sumOf(ends.map(({ failures }) => failures)) };
  } finally {
    await Promise.all(fleet.map((client) => client.end()));
  }
}

function sumOf(counts) {
  const sum = {};
  for (const [name, count] of counts.flatMap(Object.entries)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

function figuresOf(run, { tasks, max, windowMs }, { startedAt, endedAt, failures }, journal) {
  const { counts } = run.platform;
  const { firstDeliveryAt = startedAt, lastDeliveryAt = endedAt } = journal;
  const leastMs = leastTimeMs({ tasks, max, windowMs, counts, firstAt: firstDeliveryAt });
  const spanMs = lastDeliveryAt - firstDeliveryAt;
  return {
    tasks,
    done: journal.delivered,
    repeated: journal.repeated,
    failures,
    requests: journal.requests,
    attemptsPerTask: journal.requests / tasks,
    limitAnswers: limitAnswersIn(journal.timeLine),
    quotaQuestions: journal.quotaQuestions,
    startedAt,
    tookMs: endedAt - startedAt,
    spanMs,
    leastMs,
    ratio: spanMs / leastMs,
    timeLine: journal.timeLine,
  };
}

function limitAnswersIn(timeLine) {
  const limits = ['45009', '45011', 'HTTP 429'];
  return timeLine.reduce(
    (sum, { answers }) => sum + limits.reduce((count, name) => count + (answers[name] ?? 0), 0),
    0,
  );
}
