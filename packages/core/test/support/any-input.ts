import fc from 'fast-check';
import { type ZodType, z } from 'zod';

interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

/** What a schema accepts, and the same with something out of the ordinary in any place of it. */
export function anyInputOf(schema: ZodType): fc.Arbitrary<unknown> {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return fc.boolean().chain((isOdd) => fieldOf(root, { root, isOdd }, 0));
}

interface Making {
  readonly root: JsonSchema;
  readonly isOdd: boolean;
}

/** Parts that hold parts of their own kind end here. */
const maxDepth = 8;

function fieldOf(schema: JsonSchema, making: Making, depth: number): fc.Arbitrary<unknown> {
  const good = goodOf(schema, making, depth);
  if (!making.isOdd) return good;
  return fc.oneof({ weight: 12, arbitrary: good }, { weight: 1, arbitrary: odd });
}

function goodOf(schema: JsonSchema, making: Making, depth: number): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return referred(schema.$ref, making, depth);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((one) => fieldOf(one, making, depth)));
  switch (schema.type) {
    case 'object':
      return objectOf(schema, making, depth + 1);
    case 'array':
      return fc.array(fieldOf(schema.items ?? {}, making, depth + 1), {
        maxLength: depth < maxDepth ? 3 : 0,
      });
    case 'string':
      return texts;
    case 'boolean':
      return fc.boolean();
    case undefined:
      return fc.oneof(odd, fc.constant({ content: new Uint8Array([1]), filename: 'a.png' }));
    default:
      return fc.oneof(fc.nat(100), fc.constantFrom(0, -1, 1.5, Number.NaN, 1e21));
  }
}

function referred(reference: string, making: Making, depth: number): fc.Arbitrary<unknown> {
  const name = reference.replace('#/$defs/', '');
  const target = reference === '#' ? making.root : making.root.$defs?.[name];
  if (target === undefined) throw new Error(`no ${reference}`);
  return depth < maxDepth ? goodOf(target, making, depth + 1) : fc.constant({});
}

function objectOf(schema: JsonSchema, making: Making, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, fieldOf(field, making, depth)]),
  );
  const declared = fc.record(fields, { requiredKeys: [...required] });
  if (typeof additionalProperties !== 'object') return declared;
  const others = fc.dictionary(keys, fieldOf(additionalProperties, making, depth), { maxKeys: 3 });
  return fc.tuple(others, declared).map(([more, known]) => ({ ...more, ...known }));
}

const keys = fc.constantFrom('thing1', 'time2', 'amount3', 'first', 'name4', '7', 'a b', '{{thing1.DATA}}');

const half = '😀'.slice(0, 1);
const texts = fc.oneof(
  fc.constantFrom('oOPENID1', 'TEXT', '示例😀', '2026-01-02 10:00', '12.50元', 'https://shop.example/a', '1'),
  fc.constantFrom('', ' ', half, '\u0007', '2026-01-02', '18446744073709551615', '@all'),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);

class Classy {
  readonly value = '示例';
}

const odd: fc.Arbitrary<unknown> = fc.oneof(
  texts,
  fc.constantFrom<unknown>(undefined, null, 0, -1, Number.NaN, 1n, true, Symbol('s'), () => 1),
  fc.constantFrom([], [undefined], new Array(2), {}, new Date(0), new Map(), new Classy(), new Uint8Array(2)),
  fc.constantFrom(Object.create(null), JSON.parse('{"__proto__":{"value":"x"}}'), { value: undefined }),
  fc.constantFrom({ [Symbol('s')]: 1 }, Object.defineProperty({}, 'value', { value: '1' })),
  fc.constantFrom(
    Object.create({ value: 'inherited' }),
    {
      get value() {
        return 'got';
      },
    },
    { extra: 1 },
  ),
  fc.dictionary(keys, fc.record({ value: texts })),
);
