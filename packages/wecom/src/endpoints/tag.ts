import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { leftOut } from './contact-answers.js';
import { hasOneOf, shortText, upTo } from './contact-parts.js';
import { page } from './docs.js';
import { noFields, numericId, useridList } from './request-parts.js';
import { acknowledgement, looseNumber } from './response-parts.js';

const tagName = shortText(32).min(1, 'must not be empty');

const membership = z
  .strictObject({
    tagid: numericId,
    userlist: useridList(1000).optional(),
    partylist: upTo(100, numericId).optional(),
  })
  .refine(hasOneOf('userlist', 'partylist'), 'must have userlist or partylist');

/** The call succeeds for the others: `invalidlist` joins members by `|`, `invalidparty` lists departments. */
const partly = acknowledgement.extend({ invalidlist: leftOut, invalidparty: leftOut });

/** Tags (标签) of members and departments. An app changes only those that it made. */
export const tagEndpoints = {
  /** Makes a tag, under the number `tagid` where one is given. */
  create: defineEndpoint({
    name: 'tag.create',
    method: 'POST',
    path: '/cgi-bin/tag/create',
    docs: page(90210),
    kind: 'write',
    request: z.strictObject({ tagname: tagName, tagid: numericId.optional() }),
    response: z.looseObject({ tagid: looseNumber }),
  }),

  /** Renames a tag. */
  update: defineEndpoint({
    name: 'tag.update',
    method: 'POST',
    path: '/cgi-bin/tag/update',
    docs: page(90211),
    kind: 'write',
    // The same name twice is the same name.
    idempotent: true,
    request: z.strictObject({ tagid: numericId, tagname: tagName }),
    response: acknowledgement,
  }),

  /** Removes a tag. */
  delete: defineEndpoint({
    name: 'tag.delete',
    method: 'GET',
    path: '/cgi-bin/tag/delete',
    docs: page(90212),
    kind: 'write',
    request: z.strictObject({ tagid: numericId }),
    response: acknowledgement,
  }),

  /** Who has a tag, of those that the app may see. */
  get: defineEndpoint({
    name: 'tag.get',
    method: 'GET',
    path: '/cgi-bin/tag/get',
    docs: page(90213),
    kind: 'read',
    request: z.strictObject({ tagid: numericId }),
    response: z.looseObject({
      tagname: z.string().optional(),
      userlist: z.array(z.looseObject({ userid: z.string(), name: z.string().optional() })),
      partylist: z.array(z.number()).optional(),
    }),
  }),

  /** Gives members and departments a tag; the answer names those that it could not give it. */
  addUsers: defineEndpoint({
    name: 'tag.addUsers',
    method: 'POST',
    path: '/cgi-bin/tag/addtagusers',
    docs: page(90214),
    kind: 'write',
    // Who has the tag keeps it.
    idempotent: true,
    request: membership,
    response: partly,
  }),

  /** Takes a tag from members and departments; the answer names those that it could not take it from. */
  removeUsers: defineEndpoint({
    name: 'tag.removeUsers',
    method: 'POST',
    path: '/cgi-bin/tag/deltagusers',
    docs: page(90215),
    kind: 'write',
    // Who does not have the tag stays without it.
    idempotent: true,
    request: membership,
    response: partly,
  }),

  /** The tags that the app may see. */
  list: defineEndpoint({
    name: 'tag.list',
    method: 'GET',
    path: '/cgi-bin/tag/list',
    docs: page(90216),
    kind: 'read',
    request: noFields,
    response: z.looseObject({
      taglist: z.array(z.looseObject({ tagid: z.number(), tagname: z.string().optional() })),
    }),
    cache: { ttlMs: 30_000, endedBy: ['tag.create', 'tag.update', 'tag.delete'] },
  }),
} as const;
