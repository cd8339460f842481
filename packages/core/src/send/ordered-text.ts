import { maxDepth, stringifyBody } from '../transport/stringify-body.js';
import { inFieldOrder, inOrder } from './field-order.js';

/**
 * The text of `inFieldOrder(value)`. Nearly every message is plain, and its text is made in one walk, without a copy of
 * the message; where anything is out of the ordinary, the longer way knows what becomes of it.
 *
 * @throws UnwritableBodyError as `stringifyBody` does
 */
export function orderedText(value: Readonly<Record<string, unknown>>): string {
  // `inFieldOrder` makes an object of a list.
  return (Array.isArray(value) ? undefined : plainText(value, 0)) ?? stringifyBody(inFieldOrder(value));
}

function plainText(value: unknown, depth: number): string | undefined {
  switch (typeof value) {
    case 'string':
      return plainString(value);
    case 'number':
      return Number.isFinite(value) ? String(value) : undefined;
    case 'boolean':
      return String(value);
    case 'object':
      return value === null ? 'null' : plainObject(value, depth);
    default:
      return undefined;
  }
}

/** Short text that stands in JSON as it is. The engine is quicker with longer ones only. */
const printable = /^[ !#-[\]-\ud7ff\ue000-\uffff]{0,64}$/;

function plainString(text: string): string | undefined {
  if (printable.test(text)) return `"${text}"`;
  return text.isWellFormed() ? JSON.stringify(text) : undefined;
}

function plainObject(value: object, depth: number): string | undefined {
  if (depth === maxDepth || 'toJSON' in value) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype) return plainRecord(value as Record<string, unknown>, depth + 1);
  return prototype === Array.prototype ? plainList(value as unknown[], depth + 1) : undefined;
}

function plainList(list: readonly unknown[], depth: number): string | undefined {
  let items = '';
  // Not map: it would leave holes out.
  for (const item of list) {
    const text = plainText(item, depth);
    if (text === undefined) return undefined;
    items += items === '' ? text : `,${text}`;
  }
  return `[${items}]`;
}

function plainRecord(record: Readonly<Record<string, unknown>>, depth: number): string | undefined {
  let members = '';
  for (const name of inOrder(Object.keys(record))) {
    const value = record[name];
    if (value === undefined) continue;
    const key = plainNames.get(name) ?? plainName(name);
    const text = plainText(value, depth);
    if (key === undefined || text === undefined) return undefined;
    members += members === '' ? `${key}:${text}` : `,${key}:${text}`;
  }
  return `{${members}}`;
}

/** The text of each of the first names that were ever met: nearly all messages have the same few. */
const plainNames = new Map<string, string>();
const mostNames = 1000;
const longestName = 64;

function plainName(name: string): string | undefined {
  // An object has names that are numbers before all others, whatever order they come in.
  const text = startsWithDigit.test(name) ? undefined : plainString(name);
  if (text !== undefined && name.length <= longestName && plainNames.size < mostNames)
    plainNames.set(name, text);
  return text;
}

const startsWithDigit = /^\d/;
