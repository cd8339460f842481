import { table } from '../table.mjs';

const columns = [
  'seed',
  'planned',
  'delivered',
  'twice',
  'lost',
  'sent',
  'failed',
  'unknown',
  'requests',
  'kills',
  'calamities',
];

export function crashIntro({ messages, kind, mode, store, workers, killEveryMs, cutShare, seed }) {
  return (
    `${messages} ${kind} messages from ${workers} processes (${mode}), remembered in ${store}; one process killed every ` +
    `${killEveryMs} ms or so, ${cutShare * 100} % of the requests cut; --seed ${seed}`
  );
}

export function crashReport(rounds) {
  const cells = rounds.map((round) => [
    ...columns.map((name) => `${round[name]}`),
    `${round.unknownDelivered}`,
    round.seconds.toFixed(1),
  ]);
  const head = [...columns, 'unknown, but delivered', 'seconds'];
  const broken = rounds.flatMap(({ seed, broken: sentences }) =>
    sentences.map((sentence) => `BROKEN with --seed ${seed}: ${sentence}`),
  );
  const reasons = rounds.flatMap((round) =>
    Object.entries(round.reasons).map(([reason, count]) => `  ${count} messages: ${reason}`),
  );
  const verdict = broken.length === 0 ? ['Every promise was kept.'] : broken;
  return ['', table(head, cells), '', ...reasons, ...verdict].join('\n');
}
