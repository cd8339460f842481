import { miniProgramEndpoints } from '@wetempo/miniprogram';
import { mpEndpoints } from '@wetempo/wechat-mp';
import { wecomEndpoints } from '@wetempo/wecom';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quickSchema } from '../packages/core/src/endpoint/quick-schema.js';
import { anyInputOf } from '../packages/core/test/support/any-input.js';

type Schema = Parameters<typeof quickSchema>[0];

const endpoints = [...mpEndpoints, ...miniProgramEndpoints, ...wecomEndpoints];

it.each(['request', 'response'] as const)(
  'the quick code of each declared %s says what its schema says',
  (part) => {
    let accepted = 0;
    let refused = 0;
    for (const endpoint of endpoints) {
      const schema: Schema = endpoint[part];
      fc.assert(
        fc.property(anyInputOf(schema), (input) => {
          const plain = schema.safeParse(input);
          if (plain.success) accepted += 1;
          else refused += 1;
          expect(told(quickSchema(schema), input), endpoint.name).toStrictEqual(told(schema, input));
        }),
        { numRuns: 10 },
      );
    }
    // Else the inputs were all of one sort.
    expect(Math.min(accepted, refused)).toBeGreaterThan(endpoints.length);
  },
);

function told(schema: Schema, input: unknown) {
  const { success, data, error } = schema.safeParse(input);
  return success ? { order: fieldsOf(data), data } : error?.issues;
}

/** Equality leaves the order of fields out, and a message's fingerprint does not. */
function fieldsOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value;
  return Reflect.ownKeys(value).map((key) => [key, fieldsOf(Reflect.get(value, key))]);
}
