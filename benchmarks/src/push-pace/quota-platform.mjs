// A platform that keeps one quota per window and counts what comes: argument 1 the quota, 2 the window, 3 how it counts.
import { DEFAULT_APP_ID, DEFAULT_APP_SECRET, startSimulator } from '@wetempo/simulator';
import { answerParent } from '../processes/answer-parent.mjs';

const path = '/cgi-bin/message/template/send';
const [max, windowMs, counts, latencyMs] = process.argv.slice(2);
const simulator = await startSimulator({
  latencyMs: Number(latencyMs),
  limits: {
    perEndpointWindow: { [path]: { max: Number(max), windowMs: Number(windowMs), counts, answer: 45009 } },
  },
});

function figures() {
  const times = simulator.deliveries.map(({ realAt }) => realAt).sort((one, other) => one - other);
  return {
    delivered: times.length,
    recipients: new Set(simulator.deliveries.map(({ openid }) => openid)).size,
    requests: simulator.hits(path),
    spanMs: times.at(-1) - times[0],
    perSecond: simulator.timeLine(1000, path).map(({ requests }) => requests),
  };
}

answerParent(
  {
    where: () => ({ baseUrl: simulator.url, appId: DEFAULT_APP_ID, appSecret: DEFAULT_APP_SECRET }),
    reset: () => simulator.reset(),
    figures,
  },
  () => simulator.close(),
);
