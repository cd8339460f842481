import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { hasContent, noContent } from './attachment.js';
import { nextCursor } from './contact-answers.js';
import { shortText } from './contact-parts.js';
import { page } from './docs.js';
import { cursor, numericId, pageSize, requiredText, text, timestampSec, userid } from './request-parts.js';
import { acknowledgement, id64, looseNumber } from './response-parts.js';

const attachment = z.discriminatedUnion('msgtype', [
  z.strictObject({ msgtype: z.literal('image'), image: z.strictObject({ media_id: requiredText() }) }),
  z.strictObject({ msgtype: z.literal('video'), video: z.strictObject({ media_id: requiredText() }) }),
  z.strictObject({
    msgtype: z.literal('link'),
    link: z.strictObject({ title: text().optional(), url: requiredText(), media_id: text().optional() }),
  }),
]);

const visibleRange = z.strictObject({
  sender_list: z
    .strictObject({
      user_list: z.array(userid).optional(),
      department_list: z.array(numericId).optional(),
    })
    .optional(),
  external_contact_list: z.strictObject({ tag_list: z.array(requiredText()).optional() }).optional(),
});

const momentId = requiredText();

function ofMember(maxLimit: number) {
  return z.strictObject({
    moment_id: momentId,
    userid,
    cursor: cursor.optional(),
    limit: pageSize(maxLimit).optional(),
  });
}

const reactions = z.array(
  z.looseObject({ userid: z.string().optional(), external_userid: z.string().optional() }),
);

/** What members publish to their customers' moments (客户朋友圈). A part of the group `customerMessage`. */
export const customerMomentEndpoints = {
  /**
   * Asks members to publish something to the moments of their customers; the answer names the job, whose outcome
   * `momentTaskResult` tells. Never repeated by itself: a second one would be published, too.
   */
  createMoment: defineEndpoint({
    name: 'customerMessage.createMoment',
    method: 'POST',
    path: '/cgi-bin/externalcontact/add_moment_task',
    docs: page(95094),
    kind: 'write',
    request: z
      .strictObject({
        text: z.strictObject({ content: shortText(2000) }).optional(),
        attachments: z.array(attachment).max(9, 'must have at most 9 entries').optional(),
        visible_range: visibleRange.optional(),
      })
      .refine(hasContent, noContent),
    response: z.looseObject({ jobid: id64 }),
  }),

  /** What became of a job, for 24 hours; its `moment_id` is in `result`. */
  momentTaskResult: defineEndpoint({
    name: 'customerMessage.momentTaskResult',
    method: 'GET',
    path: '/cgi-bin/externalcontact/get_moment_task_result',
    docs: page(95094),
    kind: 'read',
    request: z.strictObject({ jobid: requiredText() }),
    response: z.looseObject({
      /** 1: begun. 2: being made. 3: done. */
      status: z.number(),
      result: z.looseObject({ errcode: z.number().optional(), moment_id: z.string().optional() }).optional(),
    }),
  }),

  /** Takes back a task from members who have not published it. */
  cancelMoment: defineEndpoint({
    name: 'customerMessage.cancelMoment',
    method: 'POST',
    path: '/cgi-bin/externalcontact/cancel_moment_task',
    docs: page(97612),
    kind: 'write',
    request: z.strictObject({ moment_id: momentId }),
    response: acknowledgement,
  }),

  /** One page of what was published in a period of up to 30 days. */
  listMoments: defineEndpoint({
    name: 'customerMessage.listMoments',
    method: 'POST',
    path: '/cgi-bin/externalcontact/get_moment_list',
    docs: page(93333),
    kind: 'read',
    request: z.strictObject({
      start_time: timestampSec,
      end_time: timestampSec,
      creator: userid.optional(),
      /** 0: by the company. 1: by members. 2: both. */
      filter_type: z.literal([0, 1, 2], 'must be 0, 1 or 2').optional(),
      cursor: cursor.optional(),
      limit: pageSize(20).optional(),
    }),
    response: z.looseObject({
      moment_list: z.array(
        z.looseObject({
          moment_id: z.string(),
          creator: z.string().optional(),
          create_time: looseNumber.optional(),
        }),
      ),
      next_cursor: nextCursor,
    }),
  }),

  /** One page of the members who were asked, and whether they published. */
  momentTask: defineEndpoint({
    name: 'customerMessage.momentTask',
    method: 'POST',
    path: '/cgi-bin/externalcontact/get_moment_task',
    docs: page(93333),
    kind: 'read',
    request: z.strictObject({
      moment_id: momentId,
      cursor: cursor.optional(),
      limit: pageSize(1000).optional(),
    }),
    response: z.looseObject({
      task_list: z.array(
        z.looseObject({
          userid: z.string(),
          /** 0: not published. 1: published. */
          publish_status: z.number(),
        }),
      ),
      next_cursor: nextCursor,
    }),
  }),

  /** One page of the customers whom a member chose to see it. */
  momentCustomers: defineEndpoint({
    name: 'customerMessage.momentCustomers',
    method: 'POST',
    path: '/cgi-bin/externalcontact/get_moment_customer_list',
    docs: page(93333),
    kind: 'read',
    request: ofMember(1000),
    response: z.looseObject({
      customer_list: z.array(z.looseObject({ external_userid: z.string(), userid: z.string().optional() })),
      next_cursor: nextCursor,
    }),
  }),

  /** One page of the customers who can see it. */
  momentSendResult: defineEndpoint({
    name: 'customerMessage.momentSendResult',
    method: 'POST',
    path: '/cgi-bin/externalcontact/get_moment_send_result',
    docs: page(93333),
    kind: 'read',
    request: ofMember(5000),
    response: z.looseObject({
      customer_list: z.array(z.looseObject({ external_userid: z.string() })),
      next_cursor: nextCursor,
    }),
  }),

  /** Who liked it and who wrote below it. */
  momentReactions: defineEndpoint({
    name: 'customerMessage.momentReactions',
    method: 'POST',
    path: '/cgi-bin/externalcontact/get_moment_comments',
    docs: page(93333),
    kind: 'read',
    request: z.strictObject({ moment_id: momentId, userid }),
    response: z.looseObject({ comment_list: reactions, like_list: reactions }),
  }),
} as const;
