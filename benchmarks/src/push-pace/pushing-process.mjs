// One process that pushes: as a worker of the queue, or all by itself.
import { PushWorker, startPush } from '@wetempo/core/push';
import { mpEndpointGroups, WechatMp } from '@wetempo/wechat-mp';
import { answerParent } from '../processes/answer-parent.mjs';
import { pushItems } from './push-items.mjs';

let mp;
let worker;

answerParent(
  {
    open: async ({ options }) => {
      mp = new WechatMp(options);
      await mp.ready();
    },
    work: async ({ redis }) => {
      worker = new PushWorker(mp, { redis });
      await worker.run();
    },
    push: async ({ id, count }) => {
      const startedAt = performance.now();
      const run = startPush(mp, { id, endpoint: mpEndpointGroups.template.send, items: pushItems(count) });
      const { counts } = await run.finished();
      return { counts, wallMs: performance.now() - startedAt };
    },
    close: async () => {
      await worker?.close();
      await mp.close();
    },
  },
  () => process.exit(),
);
