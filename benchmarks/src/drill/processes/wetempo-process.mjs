// One process of a fleet of Wetempo, which shares everything over Redis.
import { WechatMp } from '@wetempo/wechat-mp';
import { answerParent } from '../../processes/answer-parent.mjs';
import { taskOf } from '../storm-tasks.mjs';

/** Longer than any run takes: a task that ends before it was sent ends for a reason. */
const deadlineMs = 300_000;
let mp;

function clientOf({ baseUrl, appId, appSecret, redisUrl, limits }) {
  return new WechatMp({ baseUrl, appId, appSecret, redis: redisUrl, limits, deadlineMs });
}

async function warmUp({ target, numbers }) {
  const client = clientOf(target);
  await Promise.all(numbers.map((n) => send(client, taskOf(n))));
  await client.close();
}

async function open({ target }) {
  mp = clientOf(target);
  await mp.ready();
}

function send(client, { message, requestId }) {
  return client.template.send(message, { requestId }).then(
    () => undefined,
    (error) => error.code ?? String(error),
  );
}

async function storm({ numbers }) {
  const failures = {};
  const codes = await Promise.all(numbers.map((n) => send(mp, taskOf(n))));
  for (const code of codes) if (code !== undefined) failures[code] = (failures[code] ?? 0) + 1;
  return { failures };
}

answerParent({ warmUp, open, storm }, () => mp?.close());
