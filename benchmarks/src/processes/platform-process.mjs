// The server that every system sends to: the simulator without its log, and with a daily quota that no run uses up.
import { DEFAULT_APP_ID, DEFAULT_APP_SECRET, startSimulator } from '@wetempo/simulator';
import { appIds } from '../accounts.mjs';
import { answerParent } from './answer-parent.mjs';

const simulator = await startSimulator({
  log: false,
  accounts: appIds.map((appId) => ({ appId, appSecret: DEFAULT_APP_SECRET })),
  limits: { perEndpointPerDay: { '/cgi-bin/message/template/send': 1_000_000_000 } },
});

answerParent(
  {
    where: () => ({ baseUrl: simulator.url, appId: DEFAULT_APP_ID, appSecret: DEFAULT_APP_SECRET }),
    delivered: () => simulator.deliveries.length,
    cpu: () => ({ pid: process.pid, usage: process.cpuUsage() }),
  },
  () => simulator.close(),
);
