import { type ZodType, z } from 'zod';

/** A decimal as a person writes it: no leading zeros, no exponent, so that the number says all that the text said. */
const plainDecimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** A field whose text is kept as it stands: names, ids, codes. Empty where the element is empty. */
export function text() {
  return z.string();
}

/** A number, where the text is one that JavaScript holds exactly. Never for ids. */
export function count() {
  return z.string().transform((written, context) => {
    const number = safeDecimal(written);
    if (number !== undefined) return number;
    context.addIssue({ code: 'custom', message: 'must be a plain decimal that a number holds exactly' });
    return z.NEVER;
  });
}

/** The same for a number that may be missing, or whose element may be empty. */
export function optionalCount() {
  return z.preprocess(emptyToUndefined, count().optional());
}

/** Fields within a field. An empty or missing element is a group without fields. Undeclared fields are kept. */
export function group<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.preprocess((value) => (isEmpty(value) ? {} : value), z.looseObject(shape));
}

/**
 * A list, however many there are: XML has no element for none and does not tell one from a list of one, and JSON senders
 * leave the brackets away likewise.
 */
export function listOf<Item extends ZodType>(item: Item) {
  return z.preprocess(toList, z.array(item));
}

function safeDecimal(written: string): number | undefined {
  if (!plainDecimal.test(written)) return undefined;
  const number = Number(written);
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) return undefined;
  const shortest = written.includes('.') ? written.replace(/\.?0+$/, '') : written;
  return String(number) === shortest ? number : undefined;
}

function emptyToUndefined(value: unknown): unknown {
  return isEmpty(value) ? undefined : value;
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === undefined;
}

function toList(value: unknown): unknown {
  if (isEmpty(value)) return [];
  return Array.isArray(value) ? value : [value];
}
