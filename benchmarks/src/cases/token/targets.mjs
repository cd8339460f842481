import { atMost, missedAmong } from '../../results/targets.mjs';

/**
 * One fetch for those who share a token, one per process for those who do not; no call fails. Processes that share no store
 * cannot keep this with the classic endpoint, where each fetch ends a token of another; the report names what it costs.
 */
export function targets({ processes, rows }) {
  return [
    ...targetsOf('Wetempo, Redis, stable', 1, rows),
    ...targetsOf('Wetempo, Redis, classic', 1, rows),
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
