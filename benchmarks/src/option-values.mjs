/** @throws {RangeError} naming the option where its text is no positive whole number */
export function countOf(option, text) {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new RangeError(`--${option}: must be a positive whole number, got "${text}"`);
}

/** @throws {RangeError} naming the option where its text is no whole number of at least 0 */
export function countOrNoneOf(option, text) {
  return text === '0' ? 0 : countOf(option, text);
}

/** @throws {RangeError} naming the option where its text is no number from 0 to 1 */
export function shareOf(option, text) {
  const share = Number(text);
  if (text !== '' && share >= 0 && share <= 1) return share;
  throw new RangeError(`--${option}: must be a number from 0 to 1, got "${text}"`);
}

/** @throws {RangeError} naming the option where its text is none of the names */
export function nameAmong(known, option, text) {
  if (Object.hasOwn(known, text)) return text;
  throw new RangeError(`--${option}: must be one of ${Object.keys(known).join(', ')}, got "${text}"`);
}

/**
 * The names that an option lists.
 *
 * @param kind what is named, for the error
 * @param option default: `only`
 * @throws {RangeError} with a name that is not among the known ones
 */
export function namesAmong(known, kind, text, option = 'only') {
  const names = text.split(',');
  const unknown = names.find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) throw new RangeError(`--${option}: no ${kind} is called "${unknown}"`);
  return names;
}
