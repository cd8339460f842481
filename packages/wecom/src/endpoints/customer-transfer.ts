import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { nextCursor } from './contact-answers.js';
import { shortText, upTo } from './contact-parts.js';
import { page } from './docs.js';
import { cursor, externalUserid, pageSize, requiredText, userid } from './request-parts.js';
import { looseNumber } from './response-parts.js';

const members = { handover_userid: userid, takeover_userid: userid };

const handover = z.strictObject({
  ...members,
  external_userid: upTo(100, externalUserid),
  /** What the customer is sent afterwards. */
  transfer_success_msg: shortText(200).optional(),
});

/** One line for each customer: `errcode` 0 says that the transfer has begun, not that it is done. */
const begun = z.looseObject({
  customer: z.array(z.looseObject({ external_userid: z.string(), errcode: looseNumber })),
});

/** One line for each customer. */
const results = z.looseObject({
  customer: z.array(
    z.looseObject({
      external_userid: z.string(),
      /** 1: done. 2: waits. 3: the customer refused. 4: the new member has too many customers. */
      status: z.number(),
      takeover_time: z.number().optional(),
    }),
  ),
  next_cursor: nextCursor,
});

const chats = z.strictObject({ chat_id_list: upTo(100, requiredText()), new_owner: userid });

/** Chats that stayed where they were; absent where all went over. */
const failedChats = z.looseObject({
  errcode: z.literal(0),
  failed_chat_list: z
    .array(z.looseObject({ chat_id: z.string(), errcode: z.number(), errmsg: z.string().optional() }))
    .optional(),
});

/** Handing customers and their group chats over from one member to another (客户继承). */
export const customerTransferEndpoints = {
  /** Hands up to 100 customers of a member to a colleague; the customer is told and may refuse for 24 hours. */
  onJob: defineEndpoint({
    name: 'customerTransfer.onJob',
    method: 'POST',
    path: '/cgi-bin/externalcontact/transfer_customer',
    docs: page(92125),
    kind: 'write',
    request: handover,
    response: begun,
  }),

  /** One page of what became of them. */
  onJobResult: defineEndpoint({
    name: 'customerTransfer.onJobResult',
    method: 'POST',
    path: '/cgi-bin/externalcontact/transfer_result',
    docs: page(94088),
    kind: 'read',
    request: z.strictObject({ ...members, cursor: cursor.optional() }),
    response: results,
  }),

  /** One page of the customers of members who left, waiting to be handed over. */
  unassigned: defineEndpoint({
    name: 'customerTransfer.unassigned',
    method: 'POST',
    path: '/cgi-bin/externalcontact/get_unassigned_list',
    docs: page(92124),
    kind: 'read',
    request: z.strictObject({
      page_id: z.int().nonnegative().optional(),
      page_size: pageSize(1000).optional(),
      cursor: cursor.optional(),
    }),
    response: z.looseObject({
      info: z.array(z.looseObject({ handover_userid: z.string(), external_userid: z.string() })),
      is_last: z.boolean().optional(),
      next_cursor: nextCursor,
    }),
  }),

  /** Hands up to 100 customers of a member who left to a colleague. */
  resigned: defineEndpoint({
    name: 'customerTransfer.resigned',
    method: 'POST',
    path: '/cgi-bin/externalcontact/resigned/transfer_customer',
    docs: page(94081),
    kind: 'write',
    request: handover,
    response: begun,
  }),

  /** One page of what became of them. */
  resignedResult: defineEndpoint({
    name: 'customerTransfer.resignedResult',
    method: 'POST',
    path: '/cgi-bin/externalcontact/resigned/transfer_result',
    docs: page(94082),
    kind: 'read',
    request: z.strictObject({ ...members, cursor: cursor.optional() }),
    response: results,
  }),

  /** Hands group chats of members who left to a colleague; the answer names those that stayed. */
  resignedChats: defineEndpoint({
    name: 'customerTransfer.resignedChats',
    method: 'POST',
    path: '/cgi-bin/externalcontact/groupchat/transfer',
    docs: page(92127),
    kind: 'write',
    request: chats,
    response: failedChats,
  }),

  /** Hands group chats of a member to a colleague; the answer names those that stayed. */
  onJobChats: defineEndpoint({
    name: 'customerTransfer.onJobChats',
    method: 'POST',
    path: '/cgi-bin/externalcontact/groupchat/onjob_transfer',
    docs: page(95703),
    kind: 'write',
    request: chats,
    response: failedChats,
  }),
} as const;
