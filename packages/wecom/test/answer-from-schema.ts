import { type ZodType, z } from 'zod';

interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  /** A part that holds parts of its own kind, as menus do. */
  readonly $ref?: string;
}

/** The least that an answer may hold, with an entry in each list. */
export function answerFor(schema: ZodType): unknown {
  return leastOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
}

function leastOf(schema: JsonSchema): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf?.[0] !== undefined) return leastOf(schema.anyOf[0]);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, leastOf(schema.properties?.[name] ?? {})]),
      );
    case 'array':
      return schema.items === undefined || schema.items.$ref !== undefined ? [] : [leastOf(schema.items)];
    case 'string':
      return 'TEXT';
    case 'boolean':
      return true;
    default:
      return 1;
  }
}
