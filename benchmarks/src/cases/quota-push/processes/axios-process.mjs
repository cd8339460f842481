// One process of a client that was put together from axios and a package for limits or repetitions.
import { answerParent } from '../../../processes/answer-parent.mjs';
import { pushItems } from '../push-items.mjs';

const plenty = { max: 100_000, windowMs: 1000 };
const [name] = process.argv.slice(2);
const { open } = await import(`../clients/${name}.mjs`);
let client;

/** What fails for good is simply not sent. */
function sendAll(sender, items) {
  return Promise.allSettled(items.map((item) => sender.send(item)));
}

answerParent(
  {
    warmUp: async ({ warmUpTarget, redisUrl, count }) => {
      const warm = await open({ target: warmUpTarget, redisUrl, quota: plenty });
      await sendAll(warm, [...pushItems(count, `warm${process.pid}`)]);
      await warm.close();
    },
    open: async (settings) => {
      client = await open(settings);
    },
    /** Every `step`-th message from the `from`-th on. */
    push: async ({ count, from, step }) => {
      await sendAll(
        client,
        [...pushItems(count)].filter((_, index) => index % step === from),
      );
    },
  },
  () => client?.close(),
);
