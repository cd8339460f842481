/** The n-th account of a run: whoever has one of their own finds no token and no limit of somebody else. */
export function appIdOf(n) {
  return `wx${`${n + 1}`.padStart(16, '0')}`;
}
