// One system in a process that collects no garbage but when it is told to: counts what sends allocate.
import { messageOf } from '../message.mjs';
import { systems } from '../systems/index.mjs';
import { answerParent } from './answer-parent.mjs';

const warmUpSends = 1500;
const sends = 500;
const inFlight = 16;
/** No other process sends to the same people. */
let number = 900_000_000_000;

const [name] = process.argv.slice(2);
const { open } = await systems[name]();
let system;

async function sendMany(count) {
  const last = number + count;
  const worker = async () => {
    while (number < last) {
      const n = number;
      number += 1;
      await system.send(messageOf(n), `bench-${n}`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}

async function allocated() {
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  await sendMany(sends);
  return { bytes: (process.memoryUsage().heapUsed - before) / sends };
}

answerParent(
  {
    open: async ({ target }) => {
      system = await open(target);
      await sendMany(warmUpSends);
    },
    allocated,
  },
  () => system?.close(),
);
