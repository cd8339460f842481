// Pushes, or only checks, so many messages, and says what that took: time, CPU time, and memory.
import { dryRun, jsonLinesItems, startPush } from '@wetempo/core/push';
import { templateEndpoints, WechatMp } from '@wetempo/wechat-mp';
import { answerParent } from '../../../processes/answer-parent.mjs';
import { jsonLines } from '../json-lines.mjs';

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

async function walk({ walk, count, client }) {
  mp = new WechatMp(client);
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  const items = jsonLinesItems(jsonLines(count));
  const ends = await walks[walk]({ id: 'recipients', endpoint: templateEndpoints.send, items });
  const { user, system } = process.cpuUsage(cpuBefore);
  const tookMs = performance.now() - startedAt;
  return { ...ends, tookMs, cpuUs: user + system, peakRss: peakRss(), held: heldBytes() };
}

answerParent({ walk }, () => mp?.close());
