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

/** Sorts names in place, by their code units. For the few that an object has, the engine's own sort takes far longer. */
export function inOrder(names: string[]): string[] {
  if (names.length > mostByHand) return names.sort();
  for (let at = 1; at < names.length; at += 1) {
    const name = names[at] ?? '';
    let place = at;
    for (; place > 0 && name < (names[place - 1] ?? ''); place -= 1) names[place] = names[place - 1] ?? '';
    names[place] = name;
  }
  return names;
}

/** Beyond it, moving names one by one would take longer than it saves. */
const mostByHand = 16;

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
