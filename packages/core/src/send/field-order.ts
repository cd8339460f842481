/**
 * The same message with its fields in alphabetical order, at every depth. Then equal messages are equal bytes: for their
 * fingerprint, whatever order the caller wrote them in, and for a platform that compares bytes, whichever process sends
 * them. Only plain objects are put in order; lists keep theirs.
 */
export function inFieldOrder(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // fromEntries, for a field may be called __proto__.
  return Object.fromEntries(Object.entries(value).sort(byName).map(withOrderedValue));
}

type Field = [name: string, value: unknown];

function byName([one]: Field, [other]: Field): number {
  return one < other ? -1 : 1;
}

function withOrderedValue([name, value]: Field): Field {
  return [name, ordered(value)];
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  return isPlain(value) ? inFieldOrder(value) : value;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
