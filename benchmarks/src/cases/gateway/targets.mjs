import { atLeast, atMost, missedAmong } from '../../results/targets.mjs';

const mostAttempts = 1.35;

/** Everything arrives, once, with few attempts that the gateway turns away, and nobody is told anything else. */
export function targets({ rows }) {
  const row = rows.find(({ name }) => name === 'wetempo-redis');
  const share = row && row.delivered / row.tasks;
  const attempts = row && row.attempts / row.tasks;
  const wrong = row && row.twice + row.falselySent + row.falselyFailed;
  return [
    atLeast(1, 'Through a gateway that answers 429, Redis for everything: share delivered', share),
    atMost(mostAttempts, 'The same: attempts per message', attempts),
    atMost(0, 'The same: messages delivered twice or reported wrongly', wrong, 0),
  ];
}

export function missedTargets(result) {
  return missedAmong(targets(result));
}
