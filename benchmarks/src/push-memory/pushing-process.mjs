// Pushes, or only checks, so many messages, and says how much memory it ever had.
import { dryRun, jsonLinesItems, startPush } from '@wetempo/core/push';
import { templateEndpoints, WechatMp } from '@wetempo/wechat-mp';
import { answerParent } from '../processes/answer-parent.mjs';
import { jsonLines } from './json-lines.mjs';

let mp;

/** What the process had at most, in bytes; Linux counts in kilobytes. */
const peakRss = () => process.resourceUsage().maxRSS * 1024;

/** What is still needed once everything has ended. */
function heldBytes() {
  global.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const walks = {
  async dry(plan) {
    const { valid, invalid, duplicates } = await dryRun(mp, plan);
    return { sent: valid, other: invalid + duplicates };
  },
  async push(plan) {
    const { counts, total } = await startPush(mp, plan).finished();
    return { sent: counts.sent, other: total - counts.sent };
  },
};

answerParent(
  {
    async walk({ walk, count, client }) {
      mp = new WechatMp(client);
      const startedAt = performance.now();
      const items = jsonLinesItems(jsonLines(count));
      const ends = await walks[walk]({ id: 'memory', endpoint: templateEndpoints.send, items });
      const tookMs = performance.now() - startedAt;
      return { ...ends, tookMs, peakRss: peakRss(), held: heldBytes() };
    },
  },
  () => mp?.close(),
);
