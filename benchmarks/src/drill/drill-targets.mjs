const naiveAttempts = 4;
const knownAttempts = 1.05;
const knownRatio = 1.05;
const unknownAttempts = 1.35;

const targets = {
  naive: ({ attemptsPerTask }) =>
    attemptsPerTask >= naiveAttempts
      ? []
      : [`needs ${shown(attemptsPerTask)} attempts per task, less than ${naiveAttempts}`],
  fixed: known,
  sliding: known,
  asked: known,
  unknown: (run) => [...unfinished(run), ...tooManyAttempts(run, unknownAttempts)],
};

/** One sentence per target that the figures miss. What was not measured is missed, too. */
export function missedDrillTargets(measured) {
  return Object.entries(targets).flatMap(([name, missedBy]) => {
    const run = measured.find((candidate) => candidate.name === name);
    const missed = run === undefined ? ['was not measured'] : missedBy(run);
    return missed.map((what) => `${name} ${what}`);
  });
}

function known(run) {
  const tooSlow =
    run.ratio <= knownRatio ? [] : [`takes ${shown(run.ratio)} of the least time, more than ${knownRatio}`];
  return [...unfinished(run), ...tooManyAttempts(run, knownAttempts), ...tooSlow];
}

function unfinished({ tasks, done, repeated }) {
  const missing = done === tasks ? [] : [`leaves ${tasks - done} tasks undone`];
  return repeated === 0 ? missing : [...missing, `delivers ${repeated} messages twice`];
}

function tooManyAttempts({ attemptsPerTask }, most) {
  return attemptsPerTask <= most
    ? []
    : [`needs ${shown(attemptsPerTask)} attempts per task, more than ${most}`];
}

function shown(figure) {
  return figure.toFixed(3);
}
