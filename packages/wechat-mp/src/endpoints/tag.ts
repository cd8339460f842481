import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { noFields, openid, openidList, tagId, text } from './request-parts.js';
import { acknowledgement, openidPage } from './response-parts.js';

const tagName = text()
  .min(1, 'must not be empty')
  .refine((name) => [...name].length <= 30, 'must have at most 30 characters');

const membership = z.strictObject({ tagid: tagId, openid_list: openidList(50) });
const blacklisting = z.strictObject({ openid_list: openidList(20) });

/** Tags of followers, and the blacklist. */
export const tagEndpoints = {
  /** Makes a tag; an account has 100 at most. */
  create: defineEndpoint({
    name: 'tag.create',
    method: 'POST',
    path: '/cgi-bin/tags/create',
    docs: page('usermanage/tag/api_createtag'),
    kind: 'write',
    request: z.strictObject({ tag: z.strictObject({ name: tagName }) }),
    response: z.looseObject({ tag: z.looseObject({ id: z.number(), name: z.string().optional() }) }),
  }),

  /** All tags with the number of their followers. */
  list: defineEndpoint({
    name: 'tag.list',
    method: 'GET',
    path: '/cgi-bin/tags/get',
    docs: page('usermanage/tag/api_gettags'),
    kind: 'read',
    request: noFields,
    response: z.looseObject({
      tags: z.array(
        z.looseObject({ id: z.number(), name: z.string().optional(), count: z.number().optional() }),
      ),
    }),
    cache: {
      ttlMs: 30_000,
      endedBy: ['tag.create', 'tag.update', 'tag.delete', 'tag.tagUsers', 'tag.untagUsers'],
    },
  }),

  /** Renames a tag. */
  update: defineEndpoint({
    name: 'tag.update',
    method: 'POST',
    path: '/cgi-bin/tags/update',
    docs: page('usermanage/tag/api_updatetag'),
    kind: 'write',
    // The same name twice is the same name.
    idempotent: true,
    request: z.strictObject({ tag: z.strictObject({ id: tagId, name: tagName }) }),
    response: acknowledgement,
  }),

  /** Removes a tag; refused while more than 100,000 followers have it. */
  delete: defineEndpoint({
    name: 'tag.delete',
    method: 'POST',
    path: '/cgi-bin/tags/delete',
    docs: page('usermanage/tag/api_deletetag'),
    kind: 'write',
    request: z.strictObject({ tag: z.strictObject({ id: tagId }) }),
    response: acknowledgement,
  }),

  /** One page of the followers that have a tag. */
  users: defineEndpoint({
    name: 'tag.users',
    method: 'POST',
    path: '/cgi-bin/user/tag/get',
    docs: page('usermanage/tag/api_gettagfans'),
    kind: 'read',
    request: z.strictObject({ tagid: tagId, next_openid: z.string().optional() }),
    response: openidPage,
  }),

  /** Gives up to 50 followers a tag. */
  tagUsers: defineEndpoint({
    name: 'tag.tagUsers',
    method: 'POST',
    path: '/cgi-bin/tags/members/batchtagging',
    docs: page('usermanage/tag/api_batchtagging'),
    kind: 'write',
    // Who has the tag keeps it.
    idempotent: true,
    request: membership,
    response: acknowledgement,
  }),

  /** Takes a tag from up to 50 followers. */
  untagUsers: defineEndpoint({
    name: 'tag.untagUsers',
    method: 'POST',
    path: '/cgi-bin/tags/members/batchuntagging',
    docs: page('usermanage/tag/api_batchuntagging'),
    kind: 'write',
    // Who does not have the tag stays without it.
    idempotent: true,
    request: membership,
    response: acknowledgement,
  }),

  /** The tags of one follower. */
  ofUser: defineEndpoint({
    name: 'tag.ofUser',
    method: 'POST',
    path: '/cgi-bin/tags/getidlist',
    docs: page('usermanage/tag/api_gettagidlist'),
    kind: 'read',
    request: z.strictObject({ openid }),
    response: z.looseObject({ tagid_list: z.array(z.number()) }),
  }),

  /** Puts up to 20 people on the blacklist. */
  block: defineEndpoint({
    name: 'tag.block',
    method: 'POST',
    path: '/cgi-bin/tags/members/batchblacklist',
    docs: page('usermanage/userinfo/api_batchblacklist'),
    kind: 'write',
    // Who is on the list stays on it.
    idempotent: true,
    request: blacklisting,
    response: acknowledgement,
  }),

  /** Takes up to 20 people off the blacklist. */
  unblock: defineEndpoint({
    name: 'tag.unblock',
    method: 'POST',
    path: '/cgi-bin/tags/members/batchunblacklist',
    docs: page('usermanage/userinfo/api_batchunblacklist'),
    kind: 'write',
    // Who is not on the list stays off it.
    idempotent: true,
    request: blacklisting,
    response: acknowledgement,
  }),

  /** One page of the blacklist. */
  blocked: defineEndpoint({
    name: 'tag.blocked',
    method: 'POST',
    path: '/cgi-bin/tags/members/getblacklist',
    docs: page('usermanage/userinfo/api_getblacklist'),
    kind: 'read',
    request: z.strictObject({ begin_openid: z.string().optional() }),
    response: openidPage,
  }),
} as const;
