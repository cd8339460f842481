import { z } from 'zod';

/** Text that can be sent as UTF-8. Half an emoji would go as an escape, which the platform refuses with 40033 or shows as it is. */
export function text() {
  return z.string().refine((value) => value.isWellFormed(), {
    message: 'holds half of a surrogate pair, for example an emoji that was cut in two',
  });
}

/** Text with something in it. */
export function requiredText() {
  return text().min(1, 'must not be empty');
}

/** A person as this account knows them; whether the person exists, the platform alone can say. */
export const openid = z
  .string()
  .regex(/^[^\s\p{Surrogate}]+$/u, 'must be an openid: not empty and without blanks');

/** @param max most openids that the platform takes in one call */
export function openidList(max: number) {
  return z
    .array(openid)
    .min(1, 'must name at least one openid')
    .max(max, `must name at most ${max} openids; split the list`);
}

/** A page of a mini program that a message opens. The mini program must be linked to the account. */
export const miniProgramTarget = z.strictObject({
  appid: requiredText(),
  /** May carry a query, for example `pages/order/index?id=42`. */
  pagepath: text().optional(),
});

export const tagId = z.int('must be a whole number').nonnegative('must not be negative');

/** A request without fields. Its type lets the client's methods do without the argument; an empty record would not. */
export const noFields: z.ZodType<object, object> = z.strictObject({});
