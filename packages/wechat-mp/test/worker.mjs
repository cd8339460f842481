// One process of a fleet: opens a client on command and sends what it is told. Runs on the built package, as users do.
import { WechatMp } from '@wetempo/wechat-mp';

/** @type {WechatMp | undefined} */
let mp;
const heard = [];

const commands = {
  async open(options) {
    mp = new WechatMp({ ...options, onEvent: (event) => heard.push(event) });
    await mp.ready();
  },
  async send({ messages, options }) {
    const outcomes = await Promise.allSettled(
      messages.map(({ request, requestId }) => mp.template.send(request, { requestId, ...options })),
    );
    return outcomes.map((outcome) =>
      outcome.status === 'fulfilled'
        ? outcome.value
        : { error: outcome.reason.toJSON?.() ?? { code: 'UNEXPECTED', message: String(outcome.reason) } },
    );
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
