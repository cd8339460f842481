// One of several processes on one BullMQ queue. The first one feeds the messages into it, the others send them; each of
// them goes on until the push has ended.
import { setTimeout as sleep } from 'node:timers/promises';
import { PushQueue, PushWorker } from '@wetempo/core/push';
import { answerParent } from '../../processes/answer-parent.mjs';
import { clientOf } from '../client-of.mjs';
import { kinds, requestIdOf } from '../kinds.mjs';

/** A killed worker's chunk is free that much later. */
const lockDurationMs = 3_000;
const pushId = 'crash';
let target;
let mp;
let queue;
let worker;

/** A Redis that is away for a while ends nothing: the same is tried again. */
async function whileAway(work) {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error.code !== 'STORE_UNAVAILABLE') throw error;
      await sleep(200);
    }
  }
}

async function feed({ kind, messages, inFlight }) {
  const { endpoint, requestOf } = kinds[kind];
  const items = function* () {
    for (let n = 0; n < messages; n += 1) yield { requestId: requestIdOf(n), request: requestOf(n) };
  };
  const plan = { id: pushId, endpoint: mp.client.messageEndpoint(endpoint), concurrency: inFlight };
  await whileAway(async () => {
    const run = await queue.start({ ...plan, items: items(), total: messages });
    await run.fed();
    await run.finished();
  });
}

async function work() {
  worker = new PushWorker(mp, { redis: target.redisUrl, lockDurationMs });
  await worker.run();
  await whileAway(async () => {
    for (;;) {
      const run = await queue.find(pushId);
      if (run !== undefined) return run.finished();
      await sleep(100);
    }
  });
  // Its worker finishes what dead ones could not tell the send store any more.
  while ((await whileAway(() => mp.sends.count())).pending > 0) await sleep(500);
}

answerParent(
  {
    open: async (question) => {
      target = question.target;
      mp = clientOf(target);
      queue = new PushQueue(mp, { redis: target.redisUrl, chunkSize: 50 });
    },
    run: (question) => (question.work.rank === 0 ? feed(question.work) : work()),
  },
  async () => {
    await worker?.close();
    await queue?.close();
    await mp?.close();
  },
);
