/**
 * The same message with its fields in alphabetical order, at every depth. Then equal messages are equal bytes: for their
 * fingerprint, whatever order the caller wrote them in, and for a platform that compares bytes, whichever process sends
 * them. Only plain objects are put in order; lists keep theirs.
 */
export function inFieldOrder(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const ordered: Record<string, unknown> = {};
  for (const name of inOrder(Object.keys(value))) {
    // Assigned like the others, it would not become a field.
    if (name === '__proto__')
      Object.defineProperty(ordered, name, { ...ownField, value: orderedValue(value[name]) });
    else ordered[name] = orderedValue(value[name]);
  }
  return ordered;
}

/** Sorts only where there is something to sort: most objects of a message have one field. */
function inOrder(names: string[]): string[] {
  return names.some((name, at) => at > 0 && name < (names[at - 1] ?? '')) ? names.sort() : names;
}

const ownField = { enumerable: true, configurable: true, writable: true };

function orderedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(orderedValue);
  return isPlain(value) ? inFieldOrder(value) : value;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
