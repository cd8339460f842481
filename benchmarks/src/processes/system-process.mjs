// One system in a process of its own: opens it, and measures rounds of sends when asked to.
import { messageOf } from '../message.mjs';
import { systems } from '../systems/index.mjs';
import { answerParent } from './answer-parent.mjs';

const [name] = process.argv.slice(2);
const { title, note, open } = await systems[name]();
let system;
let sent = 0;

async function sendMany(count, inFlight, firstNumber) {
  const last = sent + count;
  const worker = async () => {
    while (sent < last) {
      const n = firstNumber + sent;
      sent += 1;
      await system.send(messageOf(n), `bench-${n}`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}

/** CPU time of this whole process: garbage collection and every thread included. */
async function round({ count, inFlight, firstNumber }) {
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  await sendMany(count, inFlight, firstNumber);
  const { user, system: kernel } = process.cpuUsage(cpuBefore);
  return { cpuUs: user + kernel, wallMs: performance.now() - startedAt };
}

answerParent(
  {
    open: async ({ target }) => {
      system = await open(target);
      return { title, note };
    },
    round,
  },
  () => system?.close(),
);
