import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { droppedFields, messageDetails } from './dropped-recipients.js';
import {
  duplicateCheck,
  duplicateCheckFields,
  duplicateCheckMs,
  duplicateCheckMsOf,
} from './duplicate-check.js';
import {
  mediaContent,
  miniProgramNotice,
  mpNews,
  news,
  textCard,
  textContent,
  videoContent,
} from './message-content.js';
import { namedPeople, namesSomebody, peopleOf, recipientFields } from './recipients.js';
import { agentid, flag, numericId, requiredText, useridList } from './request-parts.js';
import { acknowledgement } from './response-parts.js';
import { replacingCard, templateCard } from './template-card.js';
import { busySendVerdicts } from './verdict-overrides.js';

const envelope = {
  ...recipientFields,
  ...duplicateCheckFields,
  agentid,
  /** 1: must not be shared; 2, of `mpnews`: within the company only. @default 0 */
  safe: z.union([flag, z.literal(2)], 'must be 0, 1 or 2').optional(),
  /** 1: `$userName=…$` and the like become names, for apps of providers. @default 0 */
  enable_id_trans: flag.optional(),
};

const appMessage = z
  .discriminatedUnion('msgtype', [
    z.strictObject({ ...envelope, msgtype: z.literal('text'), text: textContent }),
    z.strictObject({ ...envelope, msgtype: z.literal('image'), image: mediaContent }),
    z.strictObject({ ...envelope, msgtype: z.literal('voice'), voice: mediaContent }),
    z.strictObject({ ...envelope, msgtype: z.literal('video'), video: videoContent }),
    z.strictObject({ ...envelope, msgtype: z.literal('file'), file: mediaContent }),
    z.strictObject({ ...envelope, msgtype: z.literal('textcard'), textcard: textCard }),
    z.strictObject({ ...envelope, msgtype: z.literal('news'), news }),
    z.strictObject({ ...envelope, msgtype: z.literal('mpnews'), mpnews: mpNews }),
    z.strictObject({ ...envelope, msgtype: z.literal('markdown'), markdown: textContent }),
    z.strictObject({
      ...envelope,
      msgtype: z.literal('miniprogram_notice'),
      miniprogram_notice: miniProgramNotice,
    }),
    z.strictObject({ ...envelope, msgtype: z.literal('template_card'), template_card: templateCard }),
  ])
  .refine(namesSomebody, { path: ['touser'], error: 'must be given, or toparty, or totag' });

/** Messages of an app to members of the company (应用消息). */
export const messageEndpoints = {
  /**
   * Sends a message to members, departments and tags. Needs a `requestId`.
   *
   * Where some of them are not reached, the message is sent all the same, and `receipt.details` names them; where none is,
   * it ends with errcode 81013. `agentid` is the client's own where it is left out.
   *
   * The platform drops a second message whose whole JSON is the same (`enable_duplicate_check`, on by default here), so one
   * whose outcome is unknown is sent again safely. `duplicate_check_interval` comes from the `requestId` and is what makes
   * the JSON of two messages with the same text differ; choose it yourself only where that cannot happen.
   */
  send: defineEndpoint({
    name: 'message.send',
    method: 'POST',
    path: '/cgi-bin/message/send',
    docs: page(90236),
    kind: 'message',
    request: appMessage,
    response: z.looseObject({
      errcode: z.literal(0),
      msgid: z.string().optional(),
      response_code: z.string().optional(),
      ...droppedFields,
    }),
    accountFields: ['agentid'],
    message: {
      recipient: (request) => namedPeople(request),
      recipients: (request) => peopleOf(request),
      messageId: ({ msgid }) => msgid || undefined,
      details: (response) => messageDetails(response),
      deduplication: {
        windowMs: duplicateCheckMs,
        windowMsOf: (request) => duplicateCheckMsOf(request),
        identity: (requestId, request) => duplicateCheck(requestId, request),
      },
    },
    verdicts: busySendVerdicts,
  }),

  /** Replaces the buttons of a card, or the card, for those who got it. A `response_code` serves once and for 72 hours. */
  updateTemplateCard: defineEndpoint({
    name: 'message.updateTemplateCard',
    method: 'POST',
    path: '/cgi-bin/message/update_template_card',
    docs: page(94888),
    kind: 'write',
    accountFields: ['agentid'],
    request: z
      .strictObject({
        agentid,
        userids: useridList(100).optional(),
        partyids: z.array(numericId).max(100, 'must name at most 100').optional(),
        tagids: z.array(numericId).max(100, 'must name at most 100').optional(),
        /** 1: for everybody who got it. @default 0 */
        atall: flag.optional(),
        response_code: requiredText(),
        enable_id_trans: flag.optional(),
        button: z.strictObject({ replace_name: requiredText() }).optional(),
        template_card: replacingCard.optional(),
      })
      .refine(({ button, template_card }) => (button === undefined) !== (template_card === undefined), {
        path: ['button'],
        error: 'must be given, or else template_card',
      }),
    response: z.looseObject({ errcode: z.literal(0), invaliduser: droppedFields.invaliduser }),
  }),

  /** Takes a message back, within 24 hours of sending. */
  recall: defineEndpoint({
    name: 'message.recall',
    method: 'POST',
    path: '/cgi-bin/message/recall',
    docs: page(94867),
    kind: 'write',
    // What was taken back stays taken back.
    idempotent: true,
    request: z.strictObject({ msgid: requiredText() }),
    response: acknowledgement,
  }),

  /** How many messages each app sent. `time_type` 0 or absent: today; 1: yesterday. */
  statistics: defineEndpoint({
    name: 'message.statistics',
    method: 'POST',
    path: '/cgi-bin/message/get_statistics',
    docs: page(92369),
    kind: 'read',
    request: z.strictObject({ time_type: flag.optional() }),
    response: z.looseObject({
      statistics: z.array(
        z.looseObject({ agentid: z.number(), app_name: z.string().optional(), count: z.number() }),
      ),
    }),
  }),
} as const;
