import type { PushEntry } from './push-plan.js';

/** What keeps a value from being an item; `undefined`: nothing. */
export function itemProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return 'is no object';
  const requestId: unknown = Reflect.get(value, 'requestId');
  if (requestId === undefined || requestId === '') return 'has no requestId';
  if (typeof requestId !== 'string') return 'has a requestId that is no string';
  return 'request' in value || 'invalid' in value ? undefined : 'has no request';
}

/** Whatever a source gives is an entry: what can be no message is an invalid one. */
export function entryFrom(value: unknown, position: number): PushEntry {
  const problem = itemProblem(value);
  // The check has seen to the fields; what they hold is the endpoint's to judge.
  return problem === undefined ? (value as PushEntry) : { requestId: `item ${position}`, invalid: problem };
}
