// The platform of one round: answers after a while, cuts some connections, and keeps what it delivered.
import { DEFAULT_APP_ID, DEFAULT_APP_SECRET, startSimulator } from '@wetempo/simulator';
import { answerParent } from '../../processes/answer-parent.mjs';
import { kinds } from '../kinds.mjs';

let simulator;
let sendPath;

async function open({ options: { kind, seed, cutShare, latencyMs } }) {
  const { path } = kinds[kind];
  sendPath = path;
  const account = { appId: DEFAULT_APP_ID, appSecret: DEFAULT_APP_SECRET };
  simulator = await startSimulator({
    accounts: [{ ...account, replyWindow: 'open', subscriptions: 'unlimited' }],
    log: false,
    seed,
    latencyMs,
    limits: { perEndpointPerDay: { [path]: 1_000_000_000 } },
  });
  if (cutShare > 0) {
    // The second one is asked only about those that the first one spares.
    simulator.faults.add({ kind: 'cut-after', path, probability: cutShare / 2 });
    simulator.faults.add({ kind: 'cut-before', path, probability: cutShare / 2 / (1 - cutShare / 2) });
  }
  return { baseUrl: simulator.url, ...account };
}

answerParent(
  {
    open,
    delivered: () => simulator.deliveries.length,
    recipients: () => simulator.deliveries.map(({ openid }) => openid),
    revoke: () => void simulator.tokens.revoke(DEFAULT_APP_ID),
    requests: () => simulator.hits(sendPath),
  },
  () => simulator?.close(),
);
