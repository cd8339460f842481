import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { nextCursor } from './contact-answers.js';
import { shortText, upTo } from './contact-parts.js';
import { page } from './docs.js';
import {
  cursor,
  numericId,
  pageSize,
  requiredText,
  text,
  textWithin,
  timestampSec,
  useridList,
} from './request-parts.js';
import { acknowledgement } from './response-parts.js';

/** What the customer is sent when a temporary chat ends: one of them beside the text. */
const conclusions = z.strictObject({
  text: z.strictObject({ content: textWithin(4000) }).optional(),
  image: z.strictObject({ media_id: requiredText() }).optional(),
  link: z
    .strictObject({
      title: text().optional(),
      picurl: text().optional(),
      desc: text().optional(),
      url: requiredText(),
    })
    .optional(),
  miniprogram: z
    .strictObject({
      title: text().optional(),
      pic_media_id: text().optional(),
      appid: requiredText(),
      page: requiredText(),
    })
    .optional(),
});

const settings = {
  /** How the button in a mini program looks. */
  style: z.int().nonnegative().optional(),
  remark: shortText(30).optional(),
  /** Whether customers are added without being asked. @default true */
  skip_verify: z.boolean().optional(),
  /** Comes back with the customer (`state`), and tells where the customer came from. */
  state: shortText(30).optional(),
  user: useridList(100).optional(),
  party: upTo(100, numericId).optional(),
  is_temp: z.boolean().optional(),
  /** Whether a customer may be added by one member only. */
  is_exclusive: z.boolean().optional(),
  /** Seconds. Only of a temporary way. */
  expires_in: z
    .int()
    .positive()
    .max(14 * 86_400, 'must be at most 14 days, in seconds')
    .optional(),
  /** Seconds. Only of a temporary way. */
  chat_expires_in: z
    .int()
    .positive()
    .max(14 * 86_400, 'must be at most 14 days, in seconds')
    .optional(),
  unionid: requiredText().optional(),
  conclusions: conclusions.optional(),
  mark_source: z.boolean().optional(),
};

/** Ways by which customers reach members (联系我): a code, or a button in a mini program. */
export const contactWayEndpoints = {
  /** Makes a way to one member (`type` 1) or to one of several (2). */
  add: defineEndpoint({
    name: 'contactWay.add',
    method: 'POST',
    path: '/cgi-bin/externalcontact/add_contact_way',
    docs: page(92228),
    kind: 'write',
    request: z.strictObject({
      type: z.literal([1, 2], 'must be 1 or 2'),
      /** 1: in a mini program. 2: as a code. */
      scene: z.literal([1, 2], 'must be 1 or 2'),
      ...settings,
    }),
    response: z.looseObject({ config_id: z.string(), qr_code: z.string().optional() }),
  }),

  /** One way. */
  get: defineEndpoint({
    name: 'contactWay.get',
    method: 'POST',
    path: '/cgi-bin/externalcontact/get_contact_way',
    docs: page(92228),
    kind: 'read',
    request: z.strictObject({ config_id: requiredText() }),
    response: z.looseObject({
      contact_way: z
        .looseObject({
          config_id: z.string(),
          type: z.number().optional(),
          scene: z.number().optional(),
          state: z.string().optional(),
          qr_code: z.string().optional(),
          user: z.array(z.string()).optional(),
          party: z.array(z.number()).optional(),
        })
        .optional(),
    }),
  }),

  /** One page of the ids of ways that were made in a period; temporary ones are not among them. */
  list: defineEndpoint({
    name: 'contactWay.list',
    method: 'POST',
    path: '/cgi-bin/externalcontact/list_contact_way',
    docs: page(92228),
    kind: 'read',
    request: z.strictObject({
      /** @default 90 days ago */
      start_time: timestampSec.optional(),
      end_time: timestampSec.optional(),
      cursor: cursor.optional(),
      limit: pageSize(1000).optional(),
    }),
    response: z.looseObject({
      contact_way: z.array(z.looseObject({ config_id: z.string() })),
      next_cursor: nextCursor,
    }),
  }),

  /** Changes what is given of a way. */
  update: defineEndpoint({
    name: 'contactWay.update',
    method: 'POST',
    path: '/cgi-bin/externalcontact/update_contact_way',
    docs: page(92228),
    kind: 'write',
    // The same values twice are the same values.
    idempotent: true,
    request: z.strictObject({ config_id: requiredText(), ...settings }),
    response: acknowledgement,
  }),

  /** Removes a way; its code leads nowhere any more. */
  delete: defineEndpoint({
    name: 'contactWay.delete',
    method: 'POST',
    path: '/cgi-bin/externalcontact/del_contact_way',
    docs: page(92228),
    kind: 'write',
    request: z.strictObject({ config_id: requiredText() }),
    response: acknowledgement,
  }),
} as const;
