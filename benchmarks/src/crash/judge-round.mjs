/**
 * What became of every message, and which promises were broken.
 *
 * @param recipients of all deliveries, one that got two messages twice
 * @param states by message number: what the send store says, `undefined` where it knows nothing
 * @param recipientOf the recipient of each message number
 */
export function judgeRound({ recipients, states, recipientOf, isRepeatable }) {
  const times = new Map();
  for (const recipient of recipients) times.set(recipient, (times.get(recipient) ?? 0) + 1);
  const fates = states.map((state, n) => ({ n, state, times: times.get(recipientOf(n)) ?? 0 }));
  const count = (isSuch) => fates.filter(isSuch).length;
  const inState = (wanted) => count(({ state }) => state === wanted);
  const figures = {
    planned: states.length,
    delivered: count((fate) => fate.times > 0),
    twice: count((fate) => fate.times > 1),
    lost: count(isLost),
    sent: inState('sent'),
    failed: inState('failed'),
    unknown: inState('unknown'),
    unknownDelivered: count(({ state, times: of }) => state === 'unknown' && of > 0),
    pending: inState('pending'),
    strangers: [...times.keys()].length - count((fate) => fate.times > 0),
  };
  return { figures, broken: brokenPromises(fates, figures, isRepeatable) };
}

/** Neither delivered nor named as unknown or failed. */
function isLost({ state, times }) {
  return times === 0 && state !== 'unknown' && state !== 'failed';
}

const rules = [
  ['were delivered twice', ({ times }) => times > 1],
  ['are lost: neither delivered nor named as unknown or failed', isLost],
  ['are still pending', ({ state }) => state === 'pending'],
  ['are called failed, but were delivered', ({ state, times }) => state === 'failed' && times > 0],
  [
    'were delivered, but the store knows nothing of them',
    ({ state, times }) => state === undefined && times > 0,
  ],
];

const repeatableRules = [
  ['could have been repeated, but were not delivered', ({ times }) => times === 0],
  ['are not called sent', ({ state }) => state !== 'sent'],
];

function brokenPromises(fates, { strangers }, isRepeatable) {
  const all = isRepeatable ? [...rules, ...repeatableRules] : rules;
  const sentences = all.flatMap(([sentence, isBroken]) => {
    const broken = fates.filter(isBroken);
    const some = broken.slice(0, 5).map(({ n }) => n);
    return broken.length === 0
      ? []
      : [`${broken.length} messages ${sentence}; the first ones: ${some.join(', ')}`];
  });
  return strangers === 0 ? sentences : [...sentences, `${strangers} people got messages that nobody planned`];
}
