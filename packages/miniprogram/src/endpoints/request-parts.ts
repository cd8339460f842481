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

/** A person as this mini program knows them; whether the person exists, the platform alone can say. */
export const openid = z
  .string()
  .regex(/^[^\s\p{Surrogate}]+$/u, 'must be an openid: not empty and without blanks');

/** A page of the mini program. The platform takes no slash before it, and parameters have a field of their own. */
export const pagePath = requiredText().regex(/^[^/?]/, 'must not begin with a slash or a question mark');

export const envVersion = z.enum(['release', 'trial', 'develop'], 'must be release, trial or develop');

/** Seconds since 1970. */
export const unixSeconds = z.int('must be whole seconds').positive('must be seconds since 1970');

/** A request without fields. Its type lets the client's methods do without the argument; an empty record would not. */
export const noFields: z.ZodType<object, object> = z.strictObject({});
