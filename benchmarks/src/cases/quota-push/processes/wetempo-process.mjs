// One process of Wetempo: pushes all by itself, works on the queue, or feeds it.
import { PushQueue, PushWorker, startPush } from '@wetempo/core/push';
import { mpEndpointGroups, WechatMp } from '@wetempo/wechat-mp';
import { answerParent } from '../../../processes/answer-parent.mjs';
import { pushItems } from '../push-items.mjs';

const plan = (items) => ({ id: 'pace', endpoint: mpEndpointGroups.template.send, items });
let mp;
let worker;
let queue;

/** The quota is known, and all of it may be used. */
function optionsOf({ target, redisUrl, quota: { max, windowMs } }) {
  const limits = { headroom: 0, endpoints: { 'template.send': { max, windowMs } } };
  return { ...target, redis: redisUrl, limits };
}

/** Each process its own messages; nothing of it is kept but warm code. */
async function warmUp({ warmUpTarget, redisUrl, count }) {
  const warm = new WechatMp({ ...warmUpTarget, redis: redisUrl });
  await startPush(warm, plan(pushItems(count, `warm${process.pid}`))).finished();
  await warm.close();
}

answerParent(
  {
    warmUp,
    open: async (settings) => {
      mp = new WechatMp(optionsOf(settings));
      await mp.ready();
    },
    work: async ({ redisUrl }) => {
      worker = new PushWorker(mp, { redis: redisUrl });
      await worker.run();
    },
    push: async (question) => {
      await startPush(mp, plan(pushItems(question.count))).finished();
    },
    feed: async (question) => {
      queue = new PushQueue(mp, { redis: question.redisUrl });
      const run = await queue.start(plan(pushItems(question.count)));
      await run.finished();
    },
  },
  async () => {
    await queue?.close();
    await worker?.close();
    await mp?.close();
  },
);
