import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { customerContent, hasContent, noContent } from './attachment.js';
import { nextCursor } from './contact-answers.js';
import { shortText, upTo } from './contact-parts.js';
import { page } from './docs.js';
import {
  cursor,
  externalUserid,
  noFields,
  numericId,
  pageSize,
  requiredText,
  timestampSec,
  userid,
  useridList,
} from './request-parts.js';
import { acknowledgement } from './response-parts.js';
import { busySendVerdicts, noCustomersVerdicts } from './verdict-overrides.js';

const customerSchema = z.looseObject({
  external_userid: z.string(),
  name: z.string().optional(),
  /** 1: uses WeChat. 2: is a member of another company. */
  type: z.number().optional(),
  avatar: z.string().optional(),
  /** Only where the company has bound an open platform account. */
  unionid: z.string().optional(),
  corp_name: z.string().optional(),
  position: z.string().optional(),
});

export type Customer = z.output<typeof customerSchema>;

const followFields = {
  userid: z.string(),
  remark: z.string().optional(),
  description: z.string().optional(),
  /** Seconds since 1970. */
  createtime: z.number().optional(),
  /** By which contact way the customer came. */
  state: z.string().optional(),
  add_way: z.number().optional(),
};

/** What one member knows of a customer. */
const follower = z.looseObject({
  ...followFields,
  tags: z.array(z.looseObject({ tag_id: z.string().optional(), tag_name: z.string().optional() })).optional(),
});

const customerOfMember = z.looseObject({
  external_contact: customerSchema,
  follow_info: z.looseObject({ ...followFields, tag_id: z.array(z.string()).optional() }),
});

export type CustomerOfMember = z.output<typeof customerOfMember>;

/** Customers (客户) of the company's members. */
export const externalContactEndpoints = {
  /** Members who may have customers. */
  followUsers: defineEndpoint({
    name: 'externalContact.followUsers',
    method: 'GET',
    path: '/cgi-bin/externalcontact/get_follow_user_list',
    docs: page(92571),
    kind: 'read',
    request: noFields,
    response: z.looseObject({ follow_user: z.array(z.string()) }),
    cache: { ttlMs: 30_000 },
  }),

  /** Ids of a member's customers; 84061 where the member has none. */
  list: defineEndpoint({
    name: 'externalContact.list',
    method: 'GET',
    path: '/cgi-bin/externalcontact/list',
    docs: page(92113),
    kind: 'read',
    request: z.strictObject({ userid }),
    response: z.looseObject({ external_userid: z.array(z.string()) }),
    verdicts: noCustomersVerdicts,
  }),

  /** What the platform tells about a customer, and the members who know the customer, 500 on a page. */
  get: defineEndpoint({
    name: 'externalContact.get',
    method: 'GET',
    path: '/cgi-bin/externalcontact/get',
    docs: page(92114),
    kind: 'read',
    request: z.strictObject({ external_userid: externalUserid, cursor: cursor.optional() }),
    response: z.looseObject({
      external_contact: customerSchema,
      follow_user: z.array(follower),
      next_cursor: nextCursor,
    }),
  }),

  /** One page of the customers of up to 100 members, each with what the member knows. */
  batchGetByUser: defineEndpoint({
    name: 'externalContact.batchGetByUser',
    method: 'POST',
    path: '/cgi-bin/externalcontact/batch/get_by_user',
    docs: page(92994),
    kind: 'read',
    request: z.strictObject({
      userid_list: useridList(100),
      cursor: cursor.optional(),
      limit: pageSize(100).optional(),
    }),
    response: z.looseObject({
      external_contact_list: z.array(customerOfMember).optional(),
      next_cursor: nextCursor,
    }),
    verdicts: noCustomersVerdicts,
  }),

  /** Sets what a member notes of a customer; what is left out stays as it is, what is empty goes. */
  remark: defineEndpoint({
    name: 'externalContact.remark',
    method: 'POST',
    path: '/cgi-bin/externalcontact/remark',
    docs: page(92694),
    kind: 'write',
    // The same notes twice are the same notes.
    idempotent: true,
    request: z.strictObject({
      userid,
      external_userid: externalUserid,
      remark: shortText(20).optional(),
      description: shortText(150).optional(),
      remark_company: shortText(20).optional(),
      remark_mobiles: z.array(z.string()).max(5, 'must have at most 5 entries').optional(),
      remark_pic_mediaid: requiredText().optional(),
    }),
    response: acknowledgement,
  }),

  /** Ends a temporary chat, after which the customer is told that it is over. */
  closeTempChat: defineEndpoint({
    name: 'externalContact.closeTempChat',
    method: 'POST',
    path: '/cgi-bin/externalcontact/close_temp_chat',
    docs: page(92228),
    kind: 'write',
    request: z.strictObject({ userid, external_userid: externalUserid }),
    response: acknowledgement,
  }),

  /**
   * Greets a new customer in the name of the member who was added. Needs a `requestId`; the `welcome_code` itself is a
   * good one.
   *
   * The code comes with the event `add_external_contact`, is good for 20 seconds and serves once: an unknown outcome is
   * never tried again. The message may arrive later than the answer.
   */
  sendWelcome: defineEndpoint({
    name: 'externalContact.sendWelcome',
    method: 'POST',
    path: '/cgi-bin/externalcontact/send_welcome_msg',
    docs: page(92137),
    kind: 'message',
    request: z
      .strictObject({ welcome_code: requiredText(), ...customerContent })
      .refine(hasContent, noContent),
    response: acknowledgement,
    message: {
      // The code stands for the customer.
      recipient: () => undefined,
    },
    // An answer that takes longer is of little use: the code is good for 20 seconds.
    timeoutMs: 5000,
    verdicts: busySendVerdicts,
  }),

  /** The openid of a customer, as payments need it. */
  convertToOpenid: defineEndpoint({
    name: 'externalContact.convertToOpenid',
    method: 'POST',
    path: '/cgi-bin/externalcontact/convert_to_openid',
    docs: page(92292),
    kind: 'read',
    request: z.strictObject({ external_userid: externalUserid }),
    response: z.looseObject({ openid: z.string() }),
  }),

  /** One page of everybody from outside whom members talk to, customers or not. */
  served: defineEndpoint({
    name: 'externalContact.served',
    method: 'POST',
    path: '/cgi-bin/externalcontact/contact_list',
    docs: page(99434),
    kind: 'read',
    request: z.strictObject({ cursor: cursor.optional(), limit: pageSize(1000).optional() }),
    response: z.looseObject({
      info_list: z.array(
        z.looseObject({
          external_userid: z.string().optional(),
          tmp_openid: z.string().optional(),
          follow_userid: z.string().optional(),
          chat_id: z.string().optional(),
        }),
      ),
      next_cursor: nextCursor,
    }),
  }),

  /** Chats, replies and new customers by day, of members or departments, for 30 days at most. */
  behavior: defineEndpoint({
    name: 'externalContact.behavior',
    method: 'POST',
    path: '/cgi-bin/externalcontact/get_user_behavior_data',
    docs: page(92132),
    kind: 'read',
    request: z
      .strictObject({
        userid: useridList(100).optional(),
        partyid: upTo(100, numericId).optional(),
        start_time: timestampSec,
        end_time: timestampSec,
      })
      .refine((request) => request.userid ?? request.partyid, 'must have userid or partyid'),
    response: z.looseObject({ behavior_data: z.array(z.looseObject({ stat_time: z.number() })) }),
  }),
} as const;
