// One limiter in a process of its own: admits messages, and measures rounds when asked to.
import { answerParent } from './answer-parent.mjs';

const [name] = process.argv.slice(2);
const { title, open } = await import(`../admission/${name}.mjs`);
let system;
let admitted = 0;

async function round({ count, inFlight }) {
  const last = admitted + count;
  const worker = async () => {
    while (admitted < last) {
      admitted += 1;
      await system.admit(admitted);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: inFlight }, worker));
  return { us: ((performance.now() - startedAt) * 1000) / count };
}

answerParent(
  {
    open: async ({ redisUrl }) => {
      system = await open(redisUrl);
      return { title };
    },
    round,
  },
  () => system?.close(),
);
