// The platform of one run: the simulator with a window on template messages, and what it saw. Beside it another one
// without limits, with an account of its own, on which the clients warm up.
import { DEFAULT_APP_ID, DEFAULT_APP_SECRET, startSimulator } from '@wetempo/simulator';
import { answerParent } from '../../processes/answer-parent.mjs';
import { sendPath } from '../storm-tasks.mjs';

const warmUpAccount = { appId: 'wx00000000000000AA', appSecret: DEFAULT_APP_SECRET };
const perEndpointPerDay = { [sendPath]: 1_000_000_000 };
let simulator;
let warmUp;

async function open({ window }) {
  const perEndpointWindow = { [sendPath]: window };
  simulator = await startSimulator({ log: false, limits: { perEndpointPerDay, perEndpointWindow } });
  warmUp = await startSimulator({ log: false, accounts: [warmUpAccount], limits: { perEndpointPerDay } });
  return {
    storm: { baseUrl: simulator.url, appId: DEFAULT_APP_ID, appSecret: DEFAULT_APP_SECRET },
    warmUp: { baseUrl: warmUp.url, ...warmUpAccount },
  };
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

answerParent({ open, journal }, () => Promise.all([simulator?.close(), warmUp?.close()]));
