const account = 'wx0000000000000001';

/** More than any run sends, so that nobody waits. */
const max = 100_000_000;
const second = { windowMs: 1000, max };
const minute = { windowMs: 60_000, max };

function window(key, scope, fields) {
  return { type: 'sliding-window', key, scope, weight: 1, ...fields };
}

function day(key, scope, fields) {
  return { type: 'calendar', unit: 'day', key, scope, weight: 1, max, ...fields };
}

function split(counter) {
  const groups = ['interactive', 'batch', 'default'].map((name, index) => ({
    name,
    max: max / 4,
    priority: 2 - index,
    burst: max / 20,
    overdraft: 0,
  }));
  return { split: { counter, asker: 1, groups, ceiling: max } };
}

const doors = [
  { key: 'gateway', scope: 'gateway' },
  { key: 'app', scope: 'app' },
  { key: 'endpoint:template.send', scope: 'endpoint' },
];
const sharedRules = [
  window('endpoint:template.send:1000ms', 'endpoint', second),
  window('endpoint:template.send:60000ms', 'endpoint', minute),
  day('endpoint:template.send:day', 'endpoint'),
  window('app:1000ms#batch', 'group', { ...second, ...split('app:1000ms') }),
  window('app:60000ms#batch', 'group', { ...minute, ...split('app:60000ms') }),
  day('app:day#batch', 'group', split('app:day')),
  { type: 'bucket', key: 'tenant:acme:pace', scope: 'tenant', weight: 1, max, windowMs: 1000, burst: max },
  day('tenant:acme:day', 'tenant'),
];

export const admissions = {
  /** The window of a person whom nobody else writes to, as one consume of another limiter counts it. */
  one: (n) => ({ ...common(n), rules: [recipientRule(n)], barriers: [] }),
  /** One message under every kind of limit, to such a person: 4 doors and 9 rules. */
  all: (n) => ({
    ...common(n),
    rules: [recipientRule(n), ...sharedRules],
    barriers: [...doors, { key: `recipient:o${n}`, scope: 'recipient' }],
  }),
};

function common(n) {
  return { account, admissionId: `0b5e2a7c-91d4-${n.toString(36)}`, inFlightMs: 30_000 };
}

function recipientRule(n) {
  return window(`recipient:o${n}:window`, 'recipient', { windowMs: 60_000, max: 4, countsFrom: 'end' });
}
