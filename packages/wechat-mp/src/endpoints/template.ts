import { defineEndpoint, templateData } from '@wetempo/core';
import { z } from 'zod';
import { clientMsgIdField } from './client-msg-id.js';
import { page } from './docs.js';
import { messageIdOf } from './message-id.js';
import { miniProgramTarget, noFields, openid, requiredText, text } from './request-parts.js';
import { acknowledgement, id64 } from './response-parts.js';

const industry = z.looseObject({ first_class: z.string(), second_class: z.string() });

/** Template messages (模板消息) of verified service accounts. */
export const templateEndpoints = {
  /**
   * Sends a template message to one follower. Needs a `requestId`.
   *
   * `requestId` also becomes the platform's `client_msg_id`, by which it drops a second message to the same person for 10
   * minutes. Whether the message arrived comes later, as the event `TEMPLATESENDJOBFINISH`.
   */
  send: defineEndpoint({
    name: 'template.send',
    method: 'POST',
    path: '/cgi-bin/message/template/send',
    docs: page('notify/template/api_sendtemplatemessage'),
    kind: 'message',
    request: z.strictObject({
      touser: openid,
      template_id: requiredText(),
      data: templateData,
      /** Opened by a tap where no mini program is, or where the phone's WeChat is too old for one. */
      url: text().optional(),
      miniprogram: miniProgramTarget.optional(),
      client_msg_id: z.never('leave it out: it is derived from `requestId`').optional(),
    }),
    response: z.looseObject({ msgid: id64.optional() }),
    message: {
      recipient: (request) => request.touser,
      messageId: (response) => messageIdOf(response.msgid),
      deduplication: { windowMs: 600_000, identity: clientMsgIdField },
    },
  }),

  /** Sets the two industries of the account. Possible once a month, and it deletes the templates of the old ones. */
  setIndustry: defineEndpoint({
    name: 'template.setIndustry',
    method: 'POST',
    path: '/cgi-bin/template/api_set_industry',
    docs: page('notify/template/api_setindustry'),
    kind: 'write',
    request: z.strictObject({ industry_id1: requiredText(), industry_id2: requiredText() }),
    response: acknowledgement,
  }),

  /** The industries of the account. */
  getIndustry: defineEndpoint({
    name: 'template.getIndustry',
    method: 'GET',
    path: '/cgi-bin/template/get_industry',
    docs: page('notify/template/api_getindustry'),
    kind: 'read',
    request: noFields,
    response: z.looseObject({
      primary_industry: industry.optional(),
      secondary_industry: industry.optional(),
    }),
    cache: { ttlMs: 60_000, endedBy: ['template.setIndustry'] },
  }),

  /** Takes a template of the public library into the account, which holds 25 at most. */
  addTemplate: defineEndpoint({
    name: 'template.addTemplate',
    method: 'POST',
    path: '/cgi-bin/template/api_add_template',
    docs: page('notify/template/api_addtemplate'),
    kind: 'write',
    request: z.strictObject({
      /** Number in the library, for example `OPENTM410292000` or `43216`. */
      template_id_short: requiredText(),
      keyword_name_list: z.array(requiredText()),
    }),
    response: z.looseObject({ template_id: z.string() }),
  }),

  /** The templates of the account. */
  listTemplates: defineEndpoint({
    name: 'template.listTemplates',
    method: 'GET',
    path: '/cgi-bin/template/get_all_private_template',
    docs: page('notify/template/api_getalltemplates'),
    kind: 'read',
    request: noFields,
    response: z.looseObject({
      template_list: z.array(
        z.looseObject({
          template_id: z.string(),
          title: z.string().optional(),
          primary_industry: z.string().optional(),
          deputy_industry: z.string().optional(),
          content: z.string().optional(),
          example: z.string().optional(),
        }),
      ),
    }),
    cache: {
      ttlMs: 60_000,
      endedBy: ['template.addTemplate', 'template.deleteTemplate', 'template.setIndustry'],
    },
  }),

  /** Removes a template from the account. */
  deleteTemplate: defineEndpoint({
    name: 'template.deleteTemplate',
    method: 'POST',
    path: '/cgi-bin/template/del_private_template',
    docs: page('notify/template/api_deletetemplate'),
    kind: 'write',
    request: z.strictObject({ template_id: requiredText() }),
    response: acknowledgement,
  }),
} as const;
