import { defineEndpoint, subscribeData } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { noFields, openid, requiredText, text } from './request-parts.js';
import { acknowledgement, id64 } from './response-parts.js';
import { busySendVerdicts } from './verdict-overrides.js';

/** Subscription messages (订阅消息): one for each time that a person agreed to one. */
export const subscribeMessageEndpoints = {
  /**
   * Sends a subscription message. Needs a `requestId`.
   *
   * The platform does not de-duplicate these messages and names an id only at times; whether it arrived comes later, as
   * the event `subscribe_msg_sent_event`.
   */
  send: defineEndpoint({
    name: 'subscribeMessage.send',
    method: 'POST',
    path: '/cgi-bin/message/subscribe/send',
    docs: page('mp-message-management/subscribe-message/api_sendmessage'),
    kind: 'message',
    takesSignature: true,
    request: z.strictObject({
      touser: openid,
      template_id: requiredText(),
      data: subscribeData,
      /** What a tap opens; may carry a query. */
      page: text().optional(),
      /** @default 'formal' */
      miniprogram_state: z
        .enum(['developer', 'trial', 'formal'], 'must be developer, trial or formal')
        .optional(),
      /** @default 'zh_CN' */
      lang: z.enum(['zh_CN', 'en_US', 'zh_HK', 'zh_TW'], 'must be zh_CN, en_US, zh_HK or zh_TW').optional(),
    }),
    response: acknowledgement.extend({ msgid: id64.optional() }),
    message: {
      recipient: (request) => request.touser,
      // By it, `subscribe_msg_sent_event` finds the message.
      occasionalMessageId: ({ msgid }) => (/^[1-9]\d*$/.test(String(msgid)) ? String(msgid) : undefined),
    },
    verdicts: busySendVerdicts,
  }),

  /** Takes a template of the public library into the account, which holds 25 at most. */
  addTemplate: defineEndpoint({
    name: 'subscribeMessage.addTemplate',
    method: 'POST',
    path: '/wxaapi/newtmpl/addtemplate',
    docs: page('mp-message-management/subscribe-message/api_addwxanewtemplate'),
    kind: 'write',
    request: z.strictObject({
      tid: requiredText(),
      kidList: z
        .array(z.int())
        .min(2, 'must name at least 2 keywords')
        .max(5, 'must name at most 5 keywords'),
      sceneDesc: text().optional(),
    }),
    response: z.looseObject({ priTmplId: z.string().min(1) }),
  }),

  /** Removes a template from the account. */
  deleteTemplate: defineEndpoint({
    name: 'subscribeMessage.deleteTemplate',
    method: 'POST',
    path: '/wxaapi/newtmpl/deltemplate',
    docs: page('mp-message-management/subscribe-message/api_delwxanewtemplate'),
    kind: 'write',
    request: z.strictObject({ priTmplId: requiredText() }),
    response: acknowledgement,
  }),

  /** The templates of the account. */
  listTemplates: defineEndpoint({
    name: 'subscribeMessage.listTemplates',
    method: 'GET',
    path: '/wxaapi/newtmpl/gettemplate',
    docs: page('mp-message-management/subscribe-message/api_getwxapubnewtemplate'),
    kind: 'read',
    request: noFields,
    response: z.looseObject({
      data: z.array(
        z.looseObject({
          priTmplId: z.string(),
          title: z.string().optional(),
          content: z.string().optional(),
          example: z.string().optional(),
          /** 2: for one message, 3: for as long as the person likes. */
          type: z.number().optional(),
        }),
      ),
    }),
    cache: {
      ttlMs: 60_000,
      endedBy: ['subscribeMessage.addTemplate', 'subscribeMessage.deleteTemplate'],
    },
  }),

  /** The categories of the account, which decide what templates it may use. */
  categories: defineEndpoint({
    name: 'subscribeMessage.categories',
    method: 'GET',
    path: '/wxaapi/newtmpl/getcategory',
    docs: page('mp-message-management/subscribe-message/api_getcategory'),
    kind: 'read',
    request: noFields,
    response: z.looseObject({
      data: z.array(z.looseObject({ id: z.number(), name: z.string().optional() })),
    }),
  }),

  /** One page of the public templates of some categories. */
  publicTemplates: defineEndpoint({
    name: 'subscribeMessage.publicTemplates',
    method: 'GET',
    path: '/wxaapi/newtmpl/getpubtemplatetitles',
    docs: page('mp-message-management/subscribe-message/api_getpubnewtemplatetitles'),
    kind: 'read',
    request: z.strictObject({
      /** Ids of categories, joined by commas. */
      ids: requiredText(),
      start: z.int().nonnegative(),
      limit: z.int().min(1).max(30, 'must be at most 30'),
    }),
    response: z.looseObject({
      count: z.number().optional(),
      data: z.array(z.looseObject({ tid: id64, title: z.string().optional(), categoryId: id64.optional() })),
    }),
  }),

  /** The keywords of a public template, to choose from for `addTemplate`. */
  publicKeywords: defineEndpoint({
    name: 'subscribeMessage.publicKeywords',
    method: 'GET',
    path: '/wxaapi/newtmpl/getpubtemplatekeywords',
    docs: page('mp-message-management/subscribe-message/api_getpubnewtemplatekeywords'),
    kind: 'read',
    request: z.strictObject({ tid: requiredText() }),
    response: z.looseObject({
      data: z.array(
        z.looseObject({
          kid: z.number(),
          name: z.string().optional(),
          example: z.string().optional(),
          rule: z.string().optional(),
        }),
      ),
    }),
  }),
} as const;
