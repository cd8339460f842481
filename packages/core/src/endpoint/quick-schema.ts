import { type ZodType, z } from 'zod';

const quickSchemas = new WeakMap<ZodType, ZodType>();

/**
 * The same schema, with code of its own for what it accepts; what that code does not accept goes to the schema itself,
 * which says what is wrong. The code is made at the first use, once: a program uses few of the declared endpoints.
 */
export function quickSchema(schema: ZodType): ZodType {
  let quick = quickSchemas.get(schema);
  if (quick === undefined) {
    quick = z.compile(schema);
    quickSchemas.set(schema, quick);
  }
  return quick;
}
