// The simulated platform, in a process of its own as the real one is. Ends with the process that started it.
import { DEFAULT_APP_ID, DEFAULT_APP_SECRET, startSimulator } from '@wetempo/simulator';
import { type DemoTime, now } from './demo-clock.js';
import { faults, platformRules } from './platform-rules.js';

export interface SimulatorOrder {
  readonly time: DemoTime;
  readonly journalFile: string;
  readonly notFollowing: readonly string[];
}

const { time, journalFile, notFollowing } = JSON.parse(process.argv[2] ?? '') as SimulatorOrder;
const strangers = new Set(notFollowing);
const { perSecond, burst, perMinute, perRecipient } = platformRules;
const simulator = await startSimulator({
  accounts: [
    {
      appId: DEFAULT_APP_ID,
      appSecret: DEFAULT_APP_SECRET,
      followers: (openid) => !strangers.has(openid),
    },
  ],
  clock: { now: () => now(time) },
  latencyMs: [2, 8],
  limits: {
    gatewayPerSecond: perSecond,
    gatewayBurst: burst,
    perEndpointPerMinute: { '/cgi-bin/message/template/send': perMinute },
    perOpenidPerMinute: perRecipient.max,
  },
  journalFile,
});
for (const fault of faults) simulator.faults.add(fault);

process.on('message', (message) => {
  if (message === 'revoke-token') simulator.tokens.revoke(DEFAULT_APP_ID);
});
// Ctrl-C reaches every process of the terminal; the push still finishes what is under way.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit());
process.send?.({ url: simulator.url });
