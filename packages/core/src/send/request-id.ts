import { ValidationError } from '../errors/errors.js';

const longest = 128;
/** Control, format, private and unassigned characters, lone surrogates, line and paragraph separators. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/u;

/**
 * Lets through what may name a message: 1 to 128 printable characters, no space at either end.
 *
 * @throws {ValidationError} with the path `requestId`
 */
export function checkRequestId(requestId: unknown): asserts requestId is string {
  const problem = problemOf(requestId);
  if (problem === undefined) return;
  throw new ValidationError(`requestId ${problem}`, {
    issues: [{ path: 'requestId', message: problem }],
    hint: 'Pass the key of the business event, for example `{ requestId: "order-1001-shipped" }`; the same key never sends twice.',
  });
}

function problemOf(requestId: unknown): string | undefined {
  if (requestId === undefined) return 'is required: it is what keeps the message from being sent twice';
  if (typeof requestId !== 'string') return `must be a string, got ${typeof requestId}`;
  if (requestId === '') return 'must not be empty';
  // Code units come first: counting the characters of a megabyte for the message's sake would be a waste.
  if (requestId.length > 2 * longest || [...requestId].length > longest) {
    return `must have at most ${longest} characters, got ${requestId.length}`;
  }
  if (unprintable.test(requestId)) return 'must hold printable characters only';
  if (requestId !== requestId.trim()) return 'must not begin or end with a space';
  return undefined;
}
