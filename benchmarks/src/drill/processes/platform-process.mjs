// The platform of one run: the simulator with a window on template messages, and what it saw.
import { DEFAULT_APP_ID, DEFAULT_APP_SECRET, startSimulator } from '@wetempo/simulator';
import { answerParent } from '../../processes/answer-parent.mjs';
import { sendPath } from '../storm-tasks.mjs';

let simulator;

async function open({ window }) {
  simulator = await startSimulator({
    log: false,
    limits: {
      perEndpointPerDay: { [sendPath]: 1_000_000_000 },
      perEndpointWindow: { [sendPath]: window },
    },
  });
  return { baseUrl: simulator.url, appId: DEFAULT_APP_ID, appSecret: DEFAULT_APP_SECRET };
}

function journal() {
  const deliveries = simulator.deliveries;
  return {
    requests: simulator.hits(sendPath),
    quotaQuestions: simulator.hits('/cgi-bin/openapi/quota/get'),
    delivered: new Set(deliveries.map(({ openid }) => openid)).size,
    repeated: deliveries.length - new Set(deliveries.map(({ openid }) => openid)).size,
    timeLine: simulator.timeLine(100, sendPath),
    firstDeliveryAt: deliveries.at(0)?.at,
    lastDeliveryAt: deliveries.at(-1)?.at,
  };
}

answerParent({ open, journal }, () => simulator?.close());
