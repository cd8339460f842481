// A platform that keeps one quota per window, and what it saw: the quota comes as JSON in the first argument.
import { DEFAULT_APP_ID, DEFAULT_APP_SECRET, startSimulator } from '@wetempo/simulator';
import { answerParent } from '../../../processes/answer-parent.mjs';

const path = '/cgi-bin/message/template/send';
const { max, windowMs, counts, latencyMs } = JSON.parse(process.argv[2]);
const simulator = await startSimulator({
  latencyMs,
  limits: {
    perEndpointPerDay: { [path]: 1_000_000_000 },
    perEndpointWindow: { [path]: { max, windowMs, counts, answer: 45009 } },
  },
});

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
    where: () => ({ baseUrl: simulator.url, appId: DEFAULT_APP_ID, appSecret: DEFAULT_APP_SECRET }),
    figures,
  },
  () => simulator.close(),
);
