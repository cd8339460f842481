// One process of a fleet of Wetempo, which shares everything over Redis.
import { WechatMp } from '@wetempo/wechat-mp';
import { answerParent } from '../../processes/answer-parent.mjs';
import { taskOf } from '../storm-tasks.mjs';

/** Longer than any run takes: a task that ends before it was sent ends for a reason. */
const deadlineMs = 300_000;
let mp;

async function open({ target: { baseUrl, appId, appSecret, redisUrl, limits } }) {
  mp = new WechatMp({ baseUrl, appId, appSecret, redis: redisUrl, limits, deadlineMs });
  await mp.ready();
}

function send({ message, requestId }) {
  return mp.template.send(message, { requestId }).then(
    () => undefined,
    (error) => error.code ?? String(error),
  );
}

async function storm({ numbers }) {
  const failures = {};
  const codes = await Promise.all(numbers.map((n) => send(taskOf(n))));
  for (const code of codes) if (code !== undefined) failures[code] = (failures[code] ?? 0) + 1;
  return { failures };
}

answerParent({ open, storm }, () => mp?.close());
