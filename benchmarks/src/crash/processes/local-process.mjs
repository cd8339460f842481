// One of several processes that push the same list without knowing of each other, as two operators might. Each begins at
// a place of its own and goes on until every message has an end, whoever brought it about.
import { setTimeout as sleep } from 'node:timers/promises';
import { answerParent } from '../../processes/answer-parent.mjs';
import { clientOf } from '../client-of.mjs';
import { kinds, requestIdOf } from '../kinds.mjs';

const ends = new Set(['API_ERROR', 'OUTCOME_UNKNOWN', 'VALIDATION', 'REQUEST_CONFLICT']);
let mp;

async function run({ work: { kind, messages, firstNumber, inFlight } }) {
  let open = Array.from({ length: messages }, (_, n) => (firstNumber + n) % messages);
  while (open.length > 0) {
    await resume(inFlight);
    open = await sendAll(open, kinds[kind], inFlight);
    if (open.length > 0) await sleep(200);
  }
}

/** What dead processes left behind; where the store is away, there is another round. */
async function resume(concurrency) {
  await mp.resumePending({ concurrency }).catch((error) => {
    if (error.code === undefined) throw error;
  });
}

/** Answers the numbers of those that have no end yet. */
async function sendAll(numbers, { send, requestOf }, inFlight) {
  const left = numbers.values();
  const open = [];
  const worker = async () => {
    for (const n of left) {
      const code = await send(mp, requestOf(n), { requestId: requestIdOf(n) }).then(
        () => undefined,
        (error) => error.code ?? Promise.reject(error),
      );
      if (code !== undefined && !ends.has(code)) open.push(n);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return open;
}

answerParent(
  {
    open: async ({ target }) => {
      mp = clientOf(target);
      await mp.ready();
    },
    run,
  },
  () => mp?.close(),
);
