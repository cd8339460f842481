import { CallbackError } from '@wetempo/core';

/** Fields by their names, as a parser of XML or JSON gives them. */
export type EventFields = Readonly<Record<string, unknown>>;

/** One field, whatever the parser makes of it: some put every XML element into a list. */
export function fieldOf(fields: EventFields, name: string): unknown {
  const value = fields[name];
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

export function textOf(fields: EventFields, name: string): string | undefined {
  const value = fieldOf(fields, name);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

export function objectOf(value: unknown): EventFields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
}

/** A list of one comes as its only item. */
export function listOf(value: unknown): readonly EventFields[] {
  const items = Array.isArray(value) ? value.flat() : [value];
  return items.map(objectOf).filter((item) => item !== undefined);
}

/**
 * A 64-bit id as its digits.
 *
 * @throws {CallbackError} for a number that has lost digits on its way
 */
export function id64Of(fields: EventFields, name: string): string | undefined {
  const value = fieldOf(fields, name);
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new CallbackError(`${name}: ${value} is no whole 64-bit id`, {
      hint: 'Let the parser keep numbers as text; a JavaScript number cannot hold them.',
    });
  }
  return textOf(fields, name);
}
