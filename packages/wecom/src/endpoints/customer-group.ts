import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { nextCursor } from './contact-answers.js';
import { groupReachEndpoints } from './customer-group-reach.js';
import { page } from './docs.js';
import { cursor, flag, pageSize, requiredText, timestampSec, useridList } from './request-parts.js';

const chatSummary = z.looseObject({
  chat_id: z.string(),
  /** 0: followed. 1: the owner left the company. 2: being handed over. 3: handed over. */
  status: z.number().optional(),
});

export type CustomerGroupSummary = z.output<typeof chatSummary>;

const groupChat = z.looseObject({
  chat_id: z.string(),
  name: z.string().optional(),
  owner: z.string().optional(),
  create_time: z.number().optional(),
  notice: z.string().optional(),
  member_list: z
    .array(
      z.looseObject({
        /** An external_userid where `type` is 2. */
        userid: z.string(),
        type: z.number().optional(),
        unionid: z.string().optional(),
        join_time: z.number().optional(),
      }),
    )
    .optional(),
});

const period = { day_begin_time: timestampSec, day_end_time: timestampSec.optional() };
const owners = z.strictObject({ userid_list: useridList(100).optional() });

/** Group chats with customers (客户群). */
export const customerGroupEndpoints = {
  ...groupReachEndpoints,

  /** One page of group chats, of all owners or those asked for. */
  list: defineEndpoint({
    name: 'customerGroup.list',
    method: 'POST',
    path: '/cgi-bin/externalcontact/groupchat/list',
    docs: page(92120),
    kind: 'read',
    request: z.strictObject({
      status_filter: z.literal([0, 1, 2, 3], 'must be 0 to 3').optional(),
      owner_filter: owners.optional(),
      cursor: cursor.optional(),
      limit: pageSize(1000),
    }),
    response: z.looseObject({ group_chat_list: z.array(chatSummary), next_cursor: nextCursor }),
  }),

  /** One group chat with its members. */
  get: defineEndpoint({
    name: 'customerGroup.get',
    method: 'POST',
    path: '/cgi-bin/externalcontact/groupchat/get',
    docs: page(92122),
    kind: 'read',
    request: z.strictObject({
      chat_id: requiredText(),
      /** 1: with the names of members. */
      need_name: flag.optional(),
    }),
    response: z.looseObject({ group_chat: groupChat }),
  }),

  /** The chat that a mini program knows by an opengid. */
  chatIdOfOpengid: defineEndpoint({
    name: 'customerGroup.chatIdOfOpengid',
    method: 'POST',
    path: '/cgi-bin/externalcontact/opengid_to_chatid',
    docs: page(94822),
    kind: 'read',
    request: z.strictObject({ opengid: requiredText() }),
    response: z.looseObject({ chat_id: z.string() }),
  }),

  /** Chats and members by owner, for a period of the last 180 days. */
  statistics: defineEndpoint({
    name: 'customerGroup.statistics',
    method: 'POST',
    path: '/cgi-bin/externalcontact/groupchat/statistic',
    docs: page(92133),
    kind: 'read',
    request: z.strictObject({
      ...period,
      owner_filter: owners,
      /** 1: new chats. 2: all chats. 3: new members. 4: all members. */
      order_by: z.literal([1, 2, 3, 4], 'must be 1 to 4').optional(),
      order_asc: flag.optional(),
      offset: z.int().nonnegative().optional(),
      limit: pageSize(1000).optional(),
    }),
    response: z.looseObject({
      items: z.array(z.looseObject({ owner: z.string() })),
      total: z.number().optional(),
      next_offset: z.number().optional(),
    }),
  }),

  /** Chats and members by day. */
  statisticsByDay: defineEndpoint({
    name: 'customerGroup.statisticsByDay',
    method: 'POST',
    path: '/cgi-bin/externalcontact/groupchat/statistic_group_by_day',
    docs: page(92133),
    kind: 'read',
    request: z.strictObject({ ...period, owner_filter: owners }),
    response: z.looseObject({ items: z.array(z.looseObject({ stat_time: z.number() })) }),
  }),
} as const;
