// One process of a client that was put together from axios and a package for limits or repetitions.
import { answerParent } from '../../../processes/answer-parent.mjs';
import { pushItems } from '../push-items.mjs';

const [name] = process.argv.slice(2);
const { open } = await import(`../clients/${name}.mjs`);
let client;

answerParent(
  {
    open: async (settings) => {
      client = await open(settings);
    },
    /** Every `step`-th message from the `from`-th on. What fails for good is simply not sent. */
    push: async ({ count, from, step }) => {
      const items = [...pushItems(count)].filter((_, index) => index % step === from);
      await Promise.allSettled(items.map((item) => client.send(item)));
    },
  },
  () => client?.close(),
);
