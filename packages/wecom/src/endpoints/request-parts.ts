import { z } from 'zod';

/** Text that can be sent as UTF-8. Half an emoji would go as an escape, which the platform refuses or shows as it is. */
export function text() {
  return z.string().refine((value) => value.isWellFormed(), {
    message: 'holds half of a surrogate pair, for example an emoji that was cut in two',
  });
}

/** Text with something in it. */
export function requiredText() {
  return text().min(1, 'must not be empty');
}

/** @param maxBytes most bytes in UTF-8, of which a Chinese character takes three */
export function textWithin(maxBytes: number) {
  return requiredText().refine((value) => Buffer.byteLength(value) <= maxBytes, {
    message: `must have at most ${maxBytes} bytes in UTF-8`,
  });
}

// The pipe joins several ids in one field, so that an id with one in it would reach somebody else.
/** A member of the company (userid); whether the person exists, the platform alone can say. */
export const userid = z.string().regex(/^[^\s|]+$/, 'must be a userid: not empty, without blanks and "|"');

/** A customer (external_userid, begins with `wm` or `wo`). */
export const externalUserid = z
  .string()
  .regex(/^[^\s|]+$/, 'must be an external_userid: not empty, without blanks and "|"');

/** @param max most userids that the platform takes in one call */
export function useridList(max: number) {
  return z
    .array(userid)
    .min(1, 'must name at least one userid')
    .max(max, `must name at most ${max} userids; split the list`);
}

/** Number of a department, a tag and the like. */
export const numericId = z.int('must be a whole number').nonnegative('must not be negative');

/**
 * The app of a request. Left out, it is the client's own `agentId`; the client must have one then.
 * Name it in `accountFields: ['agentid']`.
 */
export const agentid = numericId.optional();

/** A switch of the platform: 1 is on. */
export const flag = z.union([z.literal(0), z.literal(1)], 'must be 0 or 1');

/** Where the next page begins, from the answer before. */
export const cursor = z.string();

/** Most entries of a page. */
export function pageSize(max: number) {
  return z.int('must be a whole number').min(1, 'must be at least 1').max(max, `must be at most ${max}`);
}

/** A moment: whole seconds since 1970. */
export const timestampSec = z.int('must be whole seconds since 1970').nonnegative('must not be negative');

/** A request without fields. Its type lets the client's methods do without the argument; an empty record would not. */
export const noFields: z.ZodType<object, object> = z.strictObject({});
