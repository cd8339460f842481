import { UsageError } from '../usage-error.js';

/** @throws {UsageError} naming the flag */
export function wholeNumber(text: string, flag: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new UsageError(`${flag} must be a whole number above 0, got "${text}".`);
}

/** @throws {UsageError} naming the flag */
export function positiveNumber(text: string | undefined, flag: string): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new UsageError(`${flag} must be a number above 0, got "${text}".`);
}
