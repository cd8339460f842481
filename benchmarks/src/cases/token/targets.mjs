import { atMost, missedAmong } from '../../results/targets.mjs';

/** One fetch for those who share a token, one per process for those who do not; no call fails. */
export function targets({ processes, rows }) {
  return [
    ...targetsOf('Wetempo, Redis, stable', 1, rows),
    ...targetsOf('Wetempo, memory stores, stable', processes, rows),
  ];
}

function targetsOf(title, mostFetches, rows) {
  const row = rows.find((candidate) => candidate.title === title);
  return ['cold', 'revoked'].flatMap((phase) => {
    const burst = row?.together[phase];
    return [
      atMost(mostFetches, `${title}, ${phase}: token fetches of all processes`, burst?.fetches, 0),
      atMost(0, `${title}, ${phase}: failed calls`, burst?.undelivered, 0),
    ];
  });
}

export function missedTargets(result) {
  return missedAmong(targets(result));
}
