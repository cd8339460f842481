// One process of a fleet: opens a client on command and sends what it is told. Runs on the built package, as users do.
import { setTimeout } from 'node:timers/promises';
import { WechatMp } from '@wetempo/wechat-mp';

/** @type {WechatMp | undefined} */
let mp;
const heard = [];

/** What a call came to, and how long it took once it was made, `afterMs` from now. */
async function timed(call, afterMs) {
  if (afterMs > 0) await setTimeout(afterMs);
  const startedAt = performance.now();
  const outcome = await call().catch((error) => ({
    error: error.toJSON?.() ?? { code: 'UNEXPECTED', message: String(error) },
  }));
  return { ...outcome, tookMs: performance.now() - startedAt };
}

const commands = {
  async open(options) {
    mp = new WechatMp({ ...options, onEvent: (event) => heard.push({ ...event, at: Date.now() }) });
    await mp.ready();
  },
  send({ messages, options, everyMs }) {
    const send = ({ request, requestId }) => mp.template.send(request, { requestId, ...options });
    return Promise.all(messages.map((message, n) => timed(() => send(message), n * everyMs)));
  },
  request({ requests, options }) {
    return Promise.all(requests.map((request) => timed(() => mp.request(request, options), 0)));
  },
  async resume() {
    const { sent, notSent } = await mp.resumePending();
    return { sent, notSent: notSent.map(({ requestId, error }) => ({ requestId, code: error.code })) };
  },
  async events(type) {
    return heard.filter((event) => event.type === type);
  },
  async close() {
    await mp?.close();
  },
};

process.on('message', async ({ id, command, input }) => {
  try {
    process.send({ id, output: await commands[command](input) });
  } catch (error) {
    process.send({ id, error: error.toJSON?.() ?? { message: String(error), stack: error.stack } });
  }
});
process.send({ id: 'ready' });
