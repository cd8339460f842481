// One limiter in a process of its own: admits messages, and measures rounds when asked to.
import { answerParent } from '../../../processes/answer-parent.mjs';
import { limiters } from '../limiters/index.mjs';

const [name] = process.argv.slice(2);
let limiter;
let admitted = 0;

async function round({ count, inFlight }) {
  const last = admitted + count;
  const worker = async () => {
    while (admitted < last) {
      admitted += 1;
      await limiter.admit(admitted);
    }
  };
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  await Promise.all(Array.from({ length: inFlight }, worker));
  const { user, system } = process.cpuUsage(cpuBefore);
  return { us: ((performance.now() - startedAt) * 1000) / count, cpuUs: (user + system) / count };
}

answerParent(
  {
    open: async ({ redisUrl }) => {
      limiter = await limiters[name].open(redisUrl);
    },
    round,
  },
  () => limiter?.close(),
);
