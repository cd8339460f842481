// One process of the fleet: Wetempo with Redis for everything, which sends for as long as it is told to.
import { messageOf } from '../../../message.mjs';
import { answerParent } from '../../../processes/answer-parent.mjs';
import { systems } from '../../../systems/index.mjs';

const { open } = await systems['wetempo-redis']();
let system;
let nextNumber;

async function sendUntil(endsAt) {
  while (performance.now() < endsAt) {
    const n = nextNumber;
    nextNumber += 1;
    await system.send(messageOf(n), `fleet-${n}`);
  }
}

/** Ends when everything under way has ended, so that every send counts. */
async function round({ forMs, inFlight }) {
  const startedAt = performance.now();
  const firstNumber = nextNumber;
  await Promise.all(Array.from({ length: inFlight }, () => sendUntil(startedAt + forMs)));
  return { sent: nextNumber - firstNumber };
}

answerParent(
  {
    open: async ({ target, firstNumber }) => {
      nextNumber = firstNumber;
      system = await open(target);
    },
    round,
    cpu: () => ({ pid: process.pid, usage: process.cpuUsage() }),
  },
  () => system?.close(),
);
