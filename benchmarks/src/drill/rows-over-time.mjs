/** What was delivered and what was refused, in equal stretches from the start to the end, empty ones included. */
export function rowsOverTime(timeLine, { startedAt, endedAt }, stretchMs) {
  const length = Math.max(1, Math.ceil((endedAt - startedAt) / stretchMs));
  const rows = Array.from({ length }, () => ({ delivered: 0, refused: 0 }));
  for (const { startsAt, delivered, answers } of timeLine) {
    const row = rows[rowAt(startsAt, startedAt, stretchMs, length)];
    row.delivered += delivered;
    row.refused += refusedIn(answers);
  }
  return rows;
}

/** The first stretch of a time line may begin a little before the storm does, and the last one end after it. */
function rowAt(startsAt, startedAt, stretchMs, length) {
  return Math.min(length - 1, Math.max(0, Math.floor((startsAt - startedAt) / stretchMs)));
}

function refusedIn(answers) {
  const counts = Object.entries(answers).map(([name, count]) => (name === '0' ? 0 : count));
  return counts.reduce((sum, count) => sum + count, 0);
}
