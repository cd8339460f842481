import { z } from 'zod';

/**
 * An answer of which nothing is needed beyond its success; what it holds is kept. Without the platform's own word for it,
 * JSON with status 200 may be that of a gateway.
 */
export const acknowledgement = z.looseObject({ errcode: z.literal(0) });

/** Ids of 64 bits come as text where a number would lose digits. */
export const id64 = z.union([z.string(), z.number()]);

/** What comes as a number or as text, as text. */
export const asText = id64.transform(String);

/** A lifetime. Token services of other makes, which imitate the platform's, write it as text. */
export const seconds = z.coerce.number<number>().positive();

/** A file, with what its headers say about it. */
export const file = z.object({
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'must be bytes'),
  contentType: z.string().optional(),
  filename: z.string().optional(),
});
