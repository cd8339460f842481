// A client as it is often written: every failure is repeated after a time that doubles, the same for everybody.
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { answerParent } from '../../processes/answer-parent.mjs';
import { sendUrl, withId } from '../../systems/bare-post.mjs';
import { taskOf } from '../storm-tasks.mjs';

const waitsMs = [1_000, 2_000, 4_000, 8_000, 16_000];
/** Connections are bounded and kept, so that the drill shows a storm on the limit and not on the listening socket. */
const client = axios.create({ httpAgent: new Agent({ keepAlive: true, maxSockets: 64 }) });
let stormUrl;

async function isSent({ message, requestId }, url = stormUrl) {
  const answer = await client.post(url, withId(message, requestId)).catch(() => undefined);
  return answer?.data.errcode === 0;
}

async function sendPatiently(task) {
  if (await isSent(task)) return true;
  for (const waitMs of waitsMs) {
    await sleep(waitMs);
    if (await isSent(task)) return true;
  }
  return false;
}

async function storm({ numbers }) {
  const ends = await Promise.all(numbers.map((n) => sendPatiently(taskOf(n))));
  const gaveUp = ends.filter((sent) => !sent).length;
  return { failures: gaveUp === 0 ? {} : { 'gave up': gaveUp } };
}

async function warmUp({ target, numbers }) {
  const url = await sendUrl(target);
  await Promise.all(numbers.map((n) => isSent(taskOf(n), url)));
}

answerParent(
  {
    warmUp,
    open: async ({ target }) => {
      stormUrl = await sendUrl(target);
    },
    storm,
  },
  () => client.defaults.httpAgent.destroy(),
);
