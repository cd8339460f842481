import { SeededRandom } from '../../crash/seeded-random.mjs';

/** Longer than any caller waits: the connection ends then, and the caller has gone long before. */
const silentMs = 4_000;
const mostAttempts = 6;

/** What happens to a share of the requests. */
export const kindsOfFaults = [
  { title: 'answer cut after delivery', share: 0.03, fault: { kind: 'cut-after' } },
  { title: 'cut before delivery', share: 0.03, fault: { kind: 'cut-before' } },
  { title: '502 before delivery', share: 0.01, fault: { kind: 'html', status: 502 } },
  { title: '504 after delivery', share: 0.005, fault: { kind: 'html', status: 504, processed: true } },
  { title: 'no answer, delivered', share: 0.005, fault: { kind: 'cut-after', delayMs: silentMs } },
  { title: 'no answer, not delivered', share: 0.005, fault: { kind: 'cut-before', delayMs: silentMs } },
];

/**
 * The faults of each message, by its number and its attempts: the same for everybody, in whatever order requests come and
 * however many there are.
 *
 * @returns the fault with the message's number `n`, the `attempt` from 1 that it strikes, and how many requests pass it first
 */
export function planFaults(seed, messages) {
  const random = new SeededRandom(seed);
  return Array.from({ length: messages }, (_, n) => faultsOfMessage(n, random)).flat();
}

function faultsOfMessage(n, random) {
  const planned = [];
  let unharmed = 0;
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const drawn = draw(random.next());
    // A request that an earlier fault strikes does not come by here.
    if (drawn === undefined) unharmed += 1;
    else
      planned.push({ n, attempt, title: drawn.title, fault: { ...drawn.fault, after: unharmed, times: 1 } });
  }
  return planned;
}

function draw(number) {
  let reached = 0;
  return kindsOfFaults.find(({ share }) => {
    reached += share;
    return number < reached;
  });
}
