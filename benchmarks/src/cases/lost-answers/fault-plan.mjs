import { SeededRandom } from '../../crash/seeded-random.mjs';

/** Longer than any caller waits: the connection ends then, and the caller has gone long before. */
const silentMs = 6_000;
const mostAttempts = 6;

/** What happens to how many of a thousand requests. */
export const kindsOfFaults = [
  { title: 'answer cut after delivery', perThousand: 30, fault: { kind: 'cut-after' } },
  { title: 'cut before delivery', perThousand: 30, fault: { kind: 'cut-before' } },
  { title: '502 before delivery', perThousand: 10, fault: { kind: 'html', status: 502 } },
  { title: '504 after delivery', perThousand: 5, fault: { kind: 'html', status: 504, processed: true } },
  { title: 'no answer, delivered', perThousand: 5, fault: { kind: 'cut-after', delayMs: silentMs } },
  { title: 'no answer, not delivered', perThousand: 5, fault: { kind: 'cut-before', delayMs: silentMs } },
];

/**
 * The faults of each message, by its number and its attempts: the same for everybody, in whatever order requests come and
 * however many there are. Of the first attempts, and of the second ones, and so on, exactly these shares are struck.
 *
 * @returns each with the message's number `n`, the `attempt` from 1 that it strikes, its `title`, and the `fault`
 */
export function planFaults(seed, messages) {
  const random = new SeededRandom(seed);
  const struck = Array.from({ length: mostAttempts }, () => drawFaults(random, messages));
  return Array.from({ length: messages }, (_, n) => faultsOfMessage(n, struck)).flat();
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
