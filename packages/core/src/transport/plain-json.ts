/** Deeper than any request of the platforms; ends at a circle. */
const maxDepth = 100;

/**
 * Whether `JSON.stringify` changes nothing of the value, halves of emoji aside. Errs on the side of no: a bigint, a date
 * or an object of a class is not plain.
 */
export function isPlainJson(value: unknown, depth = 0): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      return value === null || (depth < maxDepth && isPlainObject(value, depth + 1));
    default:
      return false;
  }
}

function isPlainObject(value: object, depth: number): boolean {
  if ('toJSON' in value) return false;
  // Not every: it would leave holes out.
  if (Array.isArray(value)) return Array.from(value).every((item) => isPlainJson(item, depth));
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  const record = value as Readonly<Record<string, unknown>>;
  for (const key in record) {
    const member = record[key];
    if (member !== undefined && !isPlainJson(member, depth)) return false;
  }
  return true;
}
