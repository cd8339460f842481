import { z } from 'zod';

/** Whom a call could not reach, in the platform's two spellings: a list, or text joined by `|`. */
export const leftOut = z.union([z.string(), z.array(z.union([z.string(), z.number()]))]).optional();

/** Where the next page begins; empty or absent on the last. */
export const nextCursor = z.string().optional();
