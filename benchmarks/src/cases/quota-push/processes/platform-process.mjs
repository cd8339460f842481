// A platform that keeps one quota per window, and what it saw: the quota comes as JSON in the first argument. Beside it one
// without limits, with an account of its own, on which the clients warm up.
import { DEFAULT_APP_ID, DEFAULT_APP_SECRET, startSimulator } from '@wetempo/simulator';
import { answerParent } from '../../../processes/answer-parent.mjs';

const path = '/cgi-bin/message/template/send';
const warmUpAccount = { appId: 'wx00000000000000AA', appSecret: DEFAULT_APP_SECRET };
const { max, windowMs, counts, latencyMs } = JSON.parse(process.argv[2]);
const simulator = await startSimulator({
  latencyMs,
  limits: {
    perEndpointWindow: { [path]: { max, windowMs, counts, answer: 45009 } },
  },
});
const warmUp = await startSimulator({ accounts: [warmUpAccount] });

/** Times are those of the machine, in epoch milliseconds. */
function figures() {
  const deliveredAt = simulator.deliveries.map(({ realAt }) => realAt).sort((one, other) => one - other);
  return {
    delivered: deliveredAt.length,
    recipients: new Set(simulator.deliveries.map(({ openid }) => openid)).size,
    requests: simulator.hits(path),
    firstAt: deliveredAt[0],
    lastAt: deliveredAt.at(-1),
  };
}

answerParent(
  {
    where: () => ({
      target: { baseUrl: simulator.url, appId: DEFAULT_APP_ID, appSecret: DEFAULT_APP_SECRET },
      warmUpTarget: { baseUrl: warmUp.url, ...warmUpAccount },
    }),
    figures,
  },
  () => Promise.all([simulator.close(), warmUp.close()]),
);
