import { atMost, missedAmong } from '../../results/targets.mjs';

/** Nothing arrives twice, nobody is told what is not so, and what the platform knows again arrives. */
export function targets({ rows }) {
  return ['wetempo-redis', 'wetempo-memory'].flatMap((name) =>
    targetsOf(
      rows.filter((row) => row.name === name),
      name,
    ),
  );
}

function targetsOf(rows, name) {
  const sum = (figureOf) =>
    rows.length === 0 ? undefined : rows.reduce((total, row) => total + figureOf(row), 0);
  const missing = ({ kind, undelivered }) => (kind === 'template' ? undelivered : 0);
  return [
    atMost(
      0,
      `Lost answers, ${name}: messages delivered twice`,
      sum(({ twice }) => twice),
      0,
    ),
    atMost(
      0,
      `Lost answers, ${name}: messages reported wrongly`,
      sum(({ falselySent, falselyFailed }) => falselySent + falselyFailed),
      0,
    ),
    atMost(0, `Lost answers, ${name}: template messages not delivered`, sum(missing), 0),
  ];
}

export function missedTargets(result) {
  return missedAmong(targets(result));
}
