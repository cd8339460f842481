/**
 * A figure that has to be at most a bound. One that was not measured is missed, too.
 *
 * @param target what is promised, without its number
 */
export function atMost(bound, target, measured, digits = 2) {
  return targetOf(`≤ ${bound}`, target, measured, digits, (figure) => figure <= bound);
}

/** A figure that has to be at least a bound. */
export function atLeast(bound, target, measured, digits = 2) {
  return targetOf(`≥ ${bound}`, target, measured, digits, (figure) => figure >= bound);
}

function targetOf(wanted, target, measured, digits, holds) {
  if (measured === undefined) return { target, wanted, measured: 'not measured', isMet: false };
  return { target, wanted, measured: measured.toFixed(digits), isMet: holds(measured) };
}

/** One sentence per target that the figures miss: what a case's `missedTargets` answers. */
export function missedAmong(targets) {
  return targets
    .filter(({ isMet }) => !isMet)
    .map(({ target, wanted, measured }) => `${target}: ${measured}, wanted ${wanted}`);
}
