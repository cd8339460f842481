import { expect, it } from 'vitest';
import { z } from 'zod';
import { quickSchema } from './quick-schema.js';

const schema = () => z.strictObject({ id: z.string().min(1, 'must not be empty') });

it('makes the code of a schema once, and leaves the schema as it is', () => {
  const slow = schema();
  const quick = quickSchema(slow);
  expect(quick).not.toBe(slow);
  expect(quickSchema(slow)).toBe(quick);
  expect(quick.safeParse({ id: 'a' })).toEqual(slow.safeParse({ id: 'a' }));
  expect(quick.safeParse({ id: '', more: 1 }).error?.issues).toEqual(
    slow.safeParse({ id: '', more: 1 }).error?.issues,
  );
});

it('asks what the code accepts no second time, and what it refuses once more, for the reasons', () => {
  let asked = 0;
  const odd = z.number().refine((value) => {
    asked += 1;
    return value % 2 === 1;
  }, 'must be odd');
  expect(quickSchema(odd).safeParse(3).success).toBe(true);
  expect(asked).toBe(1);
  expect(quickSchema(odd).safeParse(2).error?.issues[0]?.message).toBe('must be odd');
  expect(asked).toBe(3);
});

it('leaves a schema of another zod alone, whose rules may be others', () => {
  const foreign = schema();
  Object.assign(foreign._zod, { version: { ...z.core.version, minor: z.core.version.minor - 1 } });
  expect(quickSchema(foreign)).toBe(foreign);
});

it('leaves a schema alone for which there can be no code', () => {
  const tree: z.ZodType = z.object({ branches: z.array(z.lazy(() => tree)) });
  expect(quickSchema(tree)).toBe(tree);
});
