import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { nextCursor } from './contact-answers.js';
import { hasOneOf, shortText, upTo } from './contact-parts.js';
import { page } from './docs.js';
import { kfKnowledgeEndpoints } from './kf-knowledge.js';
import { kfEventMessage, kfHistoryMessage, kfMessage, openKfid } from './kf-message.js';
import { kfMsgidField } from './kf-msgid.js';
import { kfServiceEndpoints } from './kf-service.js';
import {
  cursor,
  externalUserid,
  flag,
  numericId,
  pageSize,
  requiredText,
  text,
  useridList,
} from './request-parts.js';
import { acknowledgement } from './response-parts.js';
import { busySendVerdicts } from './verdict-overrides.js';

const endedBy = ['kf.addAccount', 'kf.updateAccount', 'kf.deleteAccount'];

const servicers = z
  .strictObject({
    open_kfid: openKfid,
    userid_list: useridList(100).optional(),
    department_id_list: upTo(100, numericId).optional(),
  })
  .refine(hasOneOf('userid_list', 'department_id_list'), 'must have userid_list or department_id_list');

/** One line for each: `errcode` 0 where it worked. */
const perServicer = z.looseObject({
  result_list: z.array(
    z.looseObject({
      userid: z.string().optional(),
      department_id: z.number().optional(),
      errcode: z.number(),
    }),
  ),
});

// The platform refuses a second message with a msgid that the account has used, but for how long and with which code its
// page does not say: a refusal could not be told from another one, so nothing is repeated on the strength of it.
const namedOnly = { windowMs: 0, identity: kfMsgidField };

/** WeChat customer service (微信客服): people write to an account of the company from within WeChat. */
export const kfEndpoints = {
  ...kfServiceEndpoints,
  ...kfKnowledgeEndpoints,

  /** Makes an account. */
  addAccount: defineEndpoint({
    name: 'kf.addAccount',
    method: 'POST',
    path: '/cgi-bin/kf/account/add',
    docs: page(94662),
    kind: 'write',
    request: z.strictObject({ name: shortText(16).min(1, 'must not be empty'), media_id: requiredText() }),
    response: z.looseObject({ open_kfid: z.string() }),
  }),

  /** Removes an account. */
  deleteAccount: defineEndpoint({
    name: 'kf.deleteAccount',
    method: 'POST',
    path: '/cgi-bin/kf/account/del',
    docs: page(94663),
    kind: 'write',
    request: z.strictObject({ open_kfid: openKfid }),
    response: acknowledgement,
  }),

  /** Changes name or picture of an account. */
  updateAccount: defineEndpoint({
    name: 'kf.updateAccount',
    method: 'POST',
    path: '/cgi-bin/kf/account/update',
    docs: page(94664),
    kind: 'write',
    // The same values twice are the same values.
    idempotent: true,
    request: z.strictObject({
      open_kfid: openKfid,
      name: shortText(16).optional(),
      media_id: requiredText().optional(),
    }),
    response: acknowledgement,
  }),

  /** Accounts that the app may see, 100 at most in one answer. */
  listAccounts: defineEndpoint({
    name: 'kf.listAccounts',
    method: 'POST',
    path: '/cgi-bin/kf/account/list',
    docs: page(94661),
    kind: 'read',
    request: z.strictObject({ offset: z.int().nonnegative().optional(), limit: pageSize(100).optional() }),
    response: z.looseObject({
      account_list: z.array(
        z.looseObject({
          open_kfid: z.string(),
          name: z.string().optional(),
          avatar: z.string().optional(),
          /** Whether this app may manage the account. */
          manage_privilege: z.boolean().optional(),
        }),
      ),
    }),
    cache: { ttlMs: 30_000, endedBy },
  }),

  /** The address by which people reach an account; `scene` comes back in the event of their entering. */
  addContactWay: defineEndpoint({
    name: 'kf.addContactWay',
    method: 'POST',
    path: '/cgi-bin/kf/add_contact_way',
    docs: page(94665),
    kind: 'write',
    // The same account and scene give the same address.
    idempotent: true,
    request: z.strictObject({
      open_kfid: openKfid,
      scene: z
        .string()
        .regex(/^[\w-]{0,32}$/, 'must have at most 32 letters, digits, "_" and "-"')
        .optional(),
    }),
    response: z.looseObject({ url: z.string() }),
  }),

  /** Lets members receive the customers of an account; the answer has one line for each. */
  addServicers: defineEndpoint({
    name: 'kf.addServicers',
    method: 'POST',
    path: '/cgi-bin/kf/servicer/add',
    docs: page(94646),
    kind: 'write',
    // Who receives goes on receiving.
    idempotent: true,
    request: servicers,
    response: perServicer,
  }),

  /** Takes members off an account; the answer has one line for each. */
  removeServicers: defineEndpoint({
    name: 'kf.removeServicers',
    method: 'POST',
    path: '/cgi-bin/kf/servicer/del',
    docs: page(94647),
    kind: 'write',
    // Who does not receive goes on not receiving.
    idempotent: true,
    request: servicers,
    response: perServicer,
  }),

  /** Who receives the customers of an account. */
  listServicers: defineEndpoint({
    name: 'kf.listServicers',
    method: 'GET',
    path: '/cgi-bin/kf/servicer/list',
    docs: page(94645),
    kind: 'read',
    request: z.strictObject({ open_kfid: openKfid }),
    response: z.looseObject({
      servicer_list: z.array(
        z.looseObject({
          userid: z.string().optional(),
          department_id: z.number().optional(),
          /** 0: receives. 1: has stopped receiving. */
          status: z.number().optional(),
        }),
      ),
    }),
    cache: { ttlMs: 15_000, endedBy: ['kf.addServicers', 'kf.removeServicers'] },
  }),

  /**
   * Sends a message to a customer. Needs a `requestId`.
   *
   * 5 within 48 hours of the customer's last message; then 95001 and 95002. The message is named (`msgid`) after the
   * `requestId`, and the platform refuses to send a second one of that name: a message that is sent again by hand after an
   * unknown outcome does not reach the customer twice. Success means accepted; that a message did not arrive comes later,
   * as the event `msg_send_fail` of `kf.syncMessages`.
   */
  send: defineEndpoint({
    name: 'kf.send',
    method: 'POST',
    path: '/cgi-bin/kf/send_msg',
    docs: page(94677),
    kind: 'message',
    request: kfMessage,
    response: z.looseObject({ msgid: z.string().optional() }),
    message: {
      recipient: (request) => request.touser,
      messageId: (response) => (response.msgid === '' ? undefined : response.msgid),
      deduplication: namedOnly,
    },
    verdicts: busySendVerdicts,
  }),

  /**
   * Answers an event by its code: a greeting within 20 seconds of entering, or a last word at the end of a talk. Needs a
   * `requestId`; the code itself is a good one.
   *
   * A code serves once, so that an unknown outcome is never tried again.
   */
  sendOnEvent: defineEndpoint({
    name: 'kf.sendOnEvent',
    method: 'POST',
    path: '/cgi-bin/kf/send_msg_on_event',
    docs: page(94910),
    kind: 'message',
    request: kfEventMessage,
    response: z.looseObject({ msgid: z.string().optional() }),
    message: {
      // The code stands for the customer.
      recipient: () => undefined,
      messageId: (response) => (response.msgid === '' ? undefined : response.msgid),
      deduplication: namedOnly,
    },
    verdicts: busySendVerdicts,
  }),

  /**
   * One page of messages and events of the last 3 days, from `cursor` on. `token` comes with the event that announces
   * them and is good for 10 minutes; without it the platform allows few calls. Go on while `has_more` is 1, also where a
   * page was not full.
   */
  syncMessages: defineEndpoint({
    name: 'kf.syncMessages',
    method: 'POST',
    path: '/cgi-bin/kf/sync_msg',
    docs: page(94670),
    kind: 'read',
    request: z.strictObject({
      open_kfid: openKfid,
      cursor: cursor.optional(),
      token: text().optional(),
      limit: pageSize(1000).optional(),
      /** Voices as 0: amr, or 1: silk. */
      voice_format: flag.optional(),
    }),
    response: z.looseObject({
      msg_list: z.array(kfHistoryMessage).optional(),
      has_more: z.number(),
      next_cursor: nextCursor,
    }),
  }),

  /** What the platform tells about up to 100 customers who wrote within 48 hours. */
  customers: defineEndpoint({
    name: 'kf.customers',
    method: 'POST',
    path: '/cgi-bin/kf/customer/batchget',
    docs: page(95149),
    kind: 'read',
    request: z.strictObject({
      external_userid_list: upTo(100, externalUserid),
      /** 1: also where they came from when they last entered. */
      need_enter_session_context: flag.optional(),
    }),
    response: z.looseObject({
      customer_list: z.array(
        z.looseObject({
          external_userid: z.string(),
          nickname: z.string().optional(),
          avatar: z.string().optional(),
          unionid: z.string().optional(),
        }),
      ),
      invalid_external_userid: z.array(z.string()).optional(),
    }),
  }),
} as const;
