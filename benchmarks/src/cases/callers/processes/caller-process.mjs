// The users of one package: open it as they do, send, and say what they were told of each message.
import { messageOf } from '../../../message.mjs';
import { answerParent } from '../../../processes/answer-parent.mjs';
import { packages } from '../index.mjs';

const [name] = process.argv.slice(2);
const { open } = await packages[name]();
let caller;

const messages = {
  template: messageOf,
  customer: (n) => ({ touser: messageOf(n).touser, msgtype: 'text', text: { content: `您好 ${n}` } }),
};

/** What the caller is told: `sent`, `failed`, or `unknown` where the package says just that. */
async function sendOnce(kind, n) {
  try {
    await caller[kind](messages[kind](n), `case-${n}`);
    return 'sent';
  } catch (error) {
    return error.code === 'OUTCOME_UNKNOWN' ? 'unknown' : 'failed';
  }
}

/** A caller who repeats does so at once, and takes the last answer for the truth. */
async function sendWithRepeats(kind, n, repeats) {
  let told = await sendOnce(kind, n);
  for (let repeat = 0; repeat < repeats && told !== 'sent'; repeat += 1) told = await sendOnce(kind, n);
  return told;
}

async function sendAll({ messageKind, firstNumber, count, inFlight, repeats }) {
  const told = { sent: [], failed: [], unknown: [] };
  let next = firstNumber;
  const worker = async () => {
    while (next < firstNumber + count) {
      const n = next;
      next += 1;
      told[await sendWithRepeats(messageKind, n, repeats)].push(n);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return told;
}

answerParent(
  {
    open: async ({ target, settings }) => {
      await caller?.close();
      caller = await open(target, settings);
    },
    send: sendAll,
  },
  () => caller?.close(),
);
