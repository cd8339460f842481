import { expect, it } from 'vitest';
import { z } from 'zod';
import { checkOptions } from './check-options.js';

const schema = z.strictObject({
  store: z
    .string()
    .regex(/^memory$/, 'must be memory')
    .optional(),
  redis: z
    .string()
    .regex(/^redis:/, 'must be a URL')
    .optional(),
  encodingAesKey: z.array(z.string().length(43, 'must have 43 characters')).optional(),
  count: z.number().max(5, 'must be at most 5').optional(),
});

it.each([
  [{ store: 'memroy' }, 'owner: store: must be memory, got "memroy"'],
  [{ count: 7 }, 'owner: count: must be at most 5, got 7'],
])('shows what %j holds', (options, message) => {
  expect(() => checkOptions(schema, options, 'owner')).toThrow(message);
});

it.each([{ store: 'postgres//me:hush@host/db' }, { redis: 'hush' }, { encodingAesKey: ['hush'] }])(
  'shows nothing of %j, which may hold a password',
  (options) => {
    expect(() => checkOptions(schema, options, 'owner')).toThrow(expect.objectContaining({ code: 'CONFIG' }));
    expect(() => checkOptions(schema, options, 'owner')).not.toThrow(/hush/);
  },
);
