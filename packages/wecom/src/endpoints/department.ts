import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { shortText } from './contact-parts.js';
import { page } from './docs.js';
import { numericId } from './request-parts.js';
import { acknowledgement } from './response-parts.js';

const departmentName = shortText(64).refine(
  (name) => name.length > 0 && !/[\\:*?"<>|]/.test(name),
  'must not be empty and have none of \\ : * ? " < > |',
);

const position = z.int().nonnegative().max(4_294_967_295);

const departmentSchema = z.looseObject({
  id: z.number(),
  /** Absent for apps that may not see names. */
  name: z.string().optional(),
  name_en: z.string().optional(),
  parentid: z.number().optional(),
  order: z.number().optional(),
  department_leader: z.array(z.string()).optional(),
});

export type Department = z.output<typeof departmentSchema>;

const endedBy = ['department.create', 'department.update', 'department.delete'];

const below = z.strictObject({
  /** Only this department and those below it. @default all that the app may see */
  id: numericId.optional(),
});

/** Departments (部门) of the company. */
export const departmentEndpoints = {
  /** Makes a department, under the number `id` where one is given. */
  create: defineEndpoint({
    name: 'department.create',
    method: 'POST',
    path: '/cgi-bin/department/create',
    docs: page(90205),
    kind: 'write',
    request: z.strictObject({
      name: departmentName,
      name_en: departmentName.optional(),
      parentid: numericId,
      order: position.optional(),
      id: z.int().min(2, 'must be greater than 1, which is the root').optional(),
    }),
    response: z.looseObject({ id: z.number() }),
  }),

  /** Changes what is given of a department. */
  update: defineEndpoint({
    name: 'department.update',
    method: 'POST',
    path: '/cgi-bin/department/update',
    docs: page(90206),
    kind: 'write',
    // The same values twice are the same values.
    idempotent: true,
    request: z.strictObject({
      id: numericId,
      name: departmentName.optional(),
      name_en: departmentName.optional(),
      parentid: numericId.optional(),
      order: position.optional(),
    }),
    response: acknowledgement,
  }),

  /** Removes a department without members and without departments below it. */
  delete: defineEndpoint({
    name: 'department.delete',
    method: 'GET',
    path: '/cgi-bin/department/delete',
    docs: page(90207),
    kind: 'write',
    request: z.strictObject({ id: numericId }),
    response: acknowledgement,
  }),

  /** Departments in full. */
  list: defineEndpoint({
    name: 'department.list',
    method: 'GET',
    path: '/cgi-bin/department/list',
    docs: page(90208),
    kind: 'read',
    request: below,
    response: z.looseObject({ department: z.array(departmentSchema) }),
    cache: { ttlMs: 30_000, endedBy },
  }),

  /** Only the numbers of departments and what is above them. */
  simpleList: defineEndpoint({
    name: 'department.simpleList',
    method: 'GET',
    path: '/cgi-bin/department/simplelist',
    docs: page(95350),
    kind: 'read',
    request: below,
    response: z.looseObject({ department_id: z.array(departmentSchema) }),
    cache: { ttlMs: 30_000, endedBy },
  }),

  /** One department. */
  get: defineEndpoint({
    name: 'department.get',
    method: 'GET',
    path: '/cgi-bin/department/get',
    docs: page(95351),
    kind: 'read',
    request: z.strictObject({ id: numericId }),
    response: z.looseObject({ department: departmentSchema }),
  }),
} as const;
