import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { customerContent, hasContent, noContent } from './attachment.js';
import { nextCursor } from './contact-answers.js';
import { upTo } from './contact-parts.js';
import { customerMomentEndpoints } from './customer-moment.js';
import { page } from './docs.js';
import { cursor, externalUserid, pageSize, requiredText, timestampSec, userid } from './request-parts.js';
import { acknowledgement, looseNumber } from './response-parts.js';
import { busySendVerdicts } from './verdict-overrides.js';

const tagFilter = z.strictObject({
  /** Customers who have a tag of every one of these groups. */
  group_list: upTo(20, z.strictObject({ tag_list: upTo(100, requiredText()) })),
});

const massMessage = z
  .strictObject({
    /** `single`: to customers. `group`: to group chats. @default single */
    chat_type: z.enum(['single', 'group']).optional(),
    external_userid: upTo(10_000, externalUserid).optional(),
    chat_id_list: upTo(2000, requiredText()).optional(),
    tag_filter: tagFilter.optional(),
    /** The member who sends it; needed for group chats, and where no customers are named. */
    sender: userid.optional(),
    /** Whether the member may choose among the customers. */
    allow_select: z.boolean().optional(),
    ...customerContent,
  })
  .refine(hasContent, noContent)
  .refine((request) => request.sender !== undefined || request.external_userid !== undefined, {
    message: 'must have sender or external_userid',
  })
  .refine((request) => request.chat_type !== 'group' || request.sender !== undefined, {
    message: 'is needed for group chats',
    path: ['sender'],
  });

const ofMessage = { msgid: requiredText(), cursor: cursor.optional(), limit: pageSize(1000).optional() };

/** What members send to many customers or group chats (企业群发), and to their moments (客户朋友圈). */
export const customerMessageEndpoints = {
  ...customerMomentEndpoints,

  /**
   * Asks members to send a message to their customers or group chats. Needs a `requestId`, since a second one would reach
   * the same people. Customers get it once the members agree.
   *
   * `receipt.details.fail_list` names the customers whom nobody may write to, or who had their messages of the day
   * already. The platform does not de-duplicate: an unknown outcome stays unknown.
   */
  create: defineEndpoint({
    name: 'customerMessage.create',
    method: 'POST',
    path: '/cgi-bin/externalcontact/add_msg_template',
    docs: page(92135),
    kind: 'message',
    request: massMessage,
    response: z.looseObject({
      msgid: z.string().optional(),
      fail_list: z.array(z.string()).optional(),
    }),
    message: {
      // It goes to members first, and limits of single customers are the platform's own matter.
      recipient: () => undefined,
      messageId: (response) => (response.msgid === '' ? undefined : response.msgid),
      details: ({ fail_list }) =>
        fail_list === undefined || fail_list.length === 0 ? undefined : { fail_list },
    },
    verdicts: busySendVerdicts,
  }),

  /** One page of the messages that were made in a period of up to a month. */
  list: defineEndpoint({
    name: 'customerMessage.list',
    method: 'POST',
    path: '/cgi-bin/externalcontact/get_groupmsg_list_v2',
    docs: page(93338),
    kind: 'read',
    request: z.strictObject({
      chat_type: z.enum(['single', 'group']),
      start_time: timestampSec,
      end_time: timestampSec,
      creator: userid.optional(),
      /** 0: by the company. 1: by members. 2: both. */
      filter_type: z.literal([0, 1, 2], 'must be 0, 1 or 2').optional(),
      cursor: cursor.optional(),
      limit: pageSize(100).optional(),
    }),
    response: z.looseObject({
      group_msg_list: z
        .array(
          z.looseObject({
            msgid: z.string(),
            creator: z.string().optional(),
            create_time: looseNumber.optional(),
          }),
        )
        .optional(),
      next_cursor: nextCursor,
    }),
  }),

  /** One page of the members who were asked to send a message, and whether they did. */
  task: defineEndpoint({
    name: 'customerMessage.task',
    method: 'POST',
    path: '/cgi-bin/externalcontact/get_groupmsg_task',
    docs: page(93338),
    kind: 'read',
    request: z.strictObject(ofMessage),
    response: z.looseObject({
      task_list: z
        .array(
          z.looseObject({
            userid: z.string(),
            /** 0: not sent. 2: sent. */
            status: z.number(),
            send_time: z.number().optional(),
          }),
        )
        .optional(),
      next_cursor: nextCursor,
    }),
  }),

  /** One page of whom a member sent a message to, and whether it arrived. */
  sendResult: defineEndpoint({
    name: 'customerMessage.sendResult',
    method: 'POST',
    path: '/cgi-bin/externalcontact/get_groupmsg_send_result',
    docs: page(93338),
    kind: 'read',
    request: z.strictObject({ ...ofMessage, userid }),
    response: z.looseObject({
      send_list: z
        .array(
          z.looseObject({
            external_userid: z.string().optional(),
            chat_id: z.string().optional(),
            userid: z.string().optional(),
            /** 0: not sent. 1: sent. 2: no customer any more. 3: the customer had another one that day. */
            status: z.number(),
            send_time: z.number().optional(),
          }),
        )
        .optional(),
      next_cursor: nextCursor,
    }),
  }),

  /** Reminds members who have not sent a message; 3 times in 24 hours. */
  remind: defineEndpoint({
    name: 'customerMessage.remind',
    method: 'POST',
    path: '/cgi-bin/externalcontact/remind_groupmsg_send',
    docs: page(97610),
    kind: 'write',
    request: z.strictObject({ msgid: requiredText() }),
    response: acknowledgement,
  }),

  /** Takes a message back from members who have not sent it; what was sent stays sent. */
  cancel: defineEndpoint({
    name: 'customerMessage.cancel',
    method: 'POST',
    path: '/cgi-bin/externalcontact/cancel_groupmsg_send',
    docs: page(97611),
    kind: 'write',
    request: z.strictObject({ msgid: requiredText() }),
    response: acknowledgement,
  }),
} as const;
