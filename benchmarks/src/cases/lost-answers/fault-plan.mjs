import { SeededRandom } from '../../crash/seeded-random.mjs';

/** The connection of a silent request ends after so long: its caller has gone long before. */
const silentMs = 10_000;
const mostAttempts = 6;

/** What happens to how many of a thousand requests. */
const kindsOfFaults = [
  { title: 'cut after delivery', perThousand: 30, fault: { kind: 'cut-after' } },
  { title: 'cut before delivery', perThousand: 30, fault: { kind: 'cut-before' } },
  { title: '502 before delivery', perThousand: 10, fault: { kind: 'html', status: 502 } },
  { title: '504 after delivery', perThousand: 10, fault: { kind: 'html', status: 504, processed: true } },
];
/** What happens to the first requests of those who wait in vain, in turn. */
const kindsOfSilence = [
  { title: 'delivered, and no answer in time', fault: { kind: 'cut-after', delayMs: silentMs } },
  { title: 'not delivered, and no answer in time', fault: { kind: 'cut-before', delayMs: silentMs } },
];

/**
 * The faults of each message, by its number and its attempts: the same for everybody, in whatever order requests come and
 * however many there are. Of the first attempts, and of the second ones, and so on, exactly these shares are struck.
 *
 * @param silent how many more messages there are whose first request gets no answer
 * @returns each with the message's number `n`, the `attempt` from 1 that it strikes, its `title`, and the `fault`
 */
export function planFaults(seed, messages, silent) {
  const random = new SeededRandom(seed);
  const struck = Array.from({ length: mostAttempts }, () => drawFaults(random, messages));
  const faults = Array.from({ length: messages }, (_, n) => faultsOfMessage(n, struck)).flat();
  const silences = Array.from({ length: silent }, (_, n) => silenceOf(messages + n));
  return [...faults, ...silences];
}

/** Which messages meet which fault at one of their attempts, by number. */
function drawFaults(random, messages) {
  const numbers = shuffled(random, messages);
  return new Map(
    kindsOfFaults.flatMap((kind) => {
      const count = Math.floor((kind.perThousand * messages) / 1_000);
      return numbers.splice(0, count).map((n) => [n, kind]);
    }),
  );
}

function shuffled(random, count) {
  const numbers = Array.from({ length: count }, (_, n) => n);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = random.below(last + 1);
    [numbers[last], numbers[other]] = [numbers[other], numbers[last]];
  }
  return numbers;
}

function faultsOfMessage(n, struck) {
  const planned = [];
  let unharmed = 0;
  for (const [index, kinds] of struck.entries()) {
    const kind = kinds.get(n);
    // A request that an earlier fault strikes does not come by at a later one.
    if (kind === undefined) unharmed += 1;
    else {
      const fault = { ...kind.fault, after: unharmed, times: 1 };
      planned.push({ n, attempt: index + 1, title: kind.title, fault });
    }
  }
  return planned;
}

function silenceOf(n) {
  const { title, fault } = kindsOfSilence[n % kindsOfSilence.length];
  return { n, attempt: 1, title, fault: { ...fault, times: 1 } };
}

/** How many first attempts meet which fault. */
export function countsOfFirst(plan) {
  const first = plan.filter(({ attempt }) => attempt === 1);
  return [...kindsOfFaults, ...kindsOfSilence].map(({ title }) => ({
    title,
    count: first.filter((planned) => planned.title === title).length,
  }));
}
