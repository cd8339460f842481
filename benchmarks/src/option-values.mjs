/** @throws {RangeError} naming the option where its text is no positive whole number */
export function countOf(option, text) {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new RangeError(`--${option}: must be a positive whole number, got "${text}"`);
}

/**
 * The names of `--only`.
 *
 * @param kind what is named, for the error
 * @throws {RangeError} with a name that is not among the known ones
 */
export function namesAmong(known, kind, text) {
  const names = text.split(',');
  const unknown = names.find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) throw new RangeError(`--only: no ${kind} is called "${unknown}"`);
  return names;
}
