import { z } from 'zod';
import { numericId, text, useridList } from './request-parts.js';

/** A list of one up to `max` entries. */
export function upTo<Item extends z.ZodType>(max: number, item: Item) {
  return z
    .array(item)
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} entries; split the list`);
}

/** Text of at most that many characters, where an emoji is one. */
export function shortText(maxCharacters: number) {
  return text().refine(
    (value) => [...value].length <= maxCharacters,
    `must have at most ${maxCharacters} characters`,
  );
}

/** Whether at least one of the fields is there, where the platform wants one of several. */
export function hasOneOf<Field extends string>(...fields: readonly Field[]) {
  return (request: { readonly [Name in Field]?: unknown }): boolean =>
    fields.some((field) => request[field] !== undefined);
}

/** Members, departments and tags of members, of which at least one must be named. */
export const audience = {
  user: useridList(1000).optional(),
  party: upTo(100, numericId).optional(),
  tag: upTo(100, numericId).optional(),
};
