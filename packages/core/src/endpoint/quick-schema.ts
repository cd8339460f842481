import { type ZodType, z } from 'zod';

const quickSchemas = new WeakMap<ZodType, ZodType>();

/**
 * The same schema, with code of its own for what it accepts; what that code does not accept goes to the schema itself,
 * which says what is wrong. The code is made at the first use, once: a program uses few of the declared endpoints.
 */
export function quickSchema(schema: ZodType): ZodType {
  let quick = quickSchemas.get(schema);
  if (quick === undefined) {
    quick = isOfThisZod(schema) ? z.compile(schema) : schema;
    quickSchemas.set(schema, quick);
  }
  return quick;
}

/** A program's own endpoint may bring a schema of another zod, whose rules the code would not know. */
function isOfThisZod({ _zod: inner }: Partial<Pick<ZodType, '_zod'>>): boolean {
  const { major, minor, patch } = z.core.version;
  const version = inner?.version;
  return version?.major === major && version.minor === minor && version.patch === patch;
}
