import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { nextCursor } from './contact-answers.js';
import { shortText, upTo } from './contact-parts.js';
import { page } from './docs.js';
import { cursor, pageSize, requiredText, text } from './request-parts.js';
import { acknowledgement } from './response-parts.js';

const said = z.strictObject({ text: z.strictObject({ content: requiredText() }) });

const attachment = z.discriminatedUnion('msgtype', [
  z.strictObject({ msgtype: z.literal('image'), image: z.strictObject({ media_id: requiredText() }) }),
  z.strictObject({ msgtype: z.literal('video'), video: z.strictObject({ media_id: requiredText() }) }),
  z.strictObject({
    msgtype: z.literal('link'),
    link: z.strictObject({
      title: requiredText(),
      picurl: text().optional(),
      desc: text().optional(),
      url: requiredText(),
    }),
  }),
  z.strictObject({
    msgtype: z.literal('miniprogram'),
    miniprogram: z.strictObject({
      title: text().optional(),
      thumb_media_id: requiredText().optional(),
      appid: requiredText(),
      pagepath: requiredText(),
    }),
  }),
]);

const answers = upTo(
  5,
  z.strictObject({
    text: z.strictObject({ content: requiredText() }),
    attachments: z.array(attachment).max(4, 'must have at most 4 entries'),
  }),
);

const similarQuestions = z.strictObject({ items: upTo(200, said) });
const groupName = shortText(12).min(1, 'must not be empty');
const groupId = requiredText();
const intentId = requiredText();

const pages = { cursor: cursor.optional(), limit: pageSize(1000).optional() };

/** Questions that the assistant answers by itself. A part of the group `kf`. */
export const kfKnowledgeEndpoints = {
  /** Makes a group of questions. */
  addKnowledgeGroup: defineEndpoint({
    name: 'kf.addKnowledgeGroup',
    method: 'POST',
    path: '/cgi-bin/kf/knowledge/add_group',
    docs: page(95971),
    kind: 'write',
    request: z.strictObject({ name: groupName }),
    response: z.looseObject({ group_id: z.string() }),
  }),

  /** Removes a group with its questions. */
  deleteKnowledgeGroup: defineEndpoint({
    name: 'kf.deleteKnowledgeGroup',
    method: 'POST',
    path: '/cgi-bin/kf/knowledge/del_group',
    docs: page(95971),
    kind: 'write',
    request: z.strictObject({ group_id: groupId }),
    response: acknowledgement,
  }),

  /** Renames a group. */
  updateKnowledgeGroup: defineEndpoint({
    name: 'kf.updateKnowledgeGroup',
    method: 'POST',
    path: '/cgi-bin/kf/knowledge/mod_group',
    docs: page(95971),
    kind: 'write',
    // The same name twice is the same name.
    idempotent: true,
    request: z.strictObject({ group_id: groupId, name: groupName }),
    response: acknowledgement,
  }),

  /** One page of the groups, or one group. */
  listKnowledgeGroups: defineEndpoint({
    name: 'kf.listKnowledgeGroups',
    method: 'POST',
    path: '/cgi-bin/kf/knowledge/list_group',
    docs: page(95971),
    kind: 'read',
    request: z.strictObject({ group_id: groupId.optional(), ...pages }),
    response: z.looseObject({
      group_list: z.array(z.looseObject({ group_id: z.string(), name: z.string().optional() })),
      has_more: z.number().optional(),
      next_cursor: nextCursor,
    }),
  }),

  /** Adds a question with its answer. */
  addIntent: defineEndpoint({
    name: 'kf.addIntent',
    method: 'POST',
    path: '/cgi-bin/kf/knowledge/add_intent',
    docs: page(95972),
    kind: 'write',
    request: z.strictObject({
      group_id: groupId,
      question: said,
      similar_questions: similarQuestions.optional(),
      answers,
    }),
    response: z.looseObject({ intent_id: z.string() }),
  }),

  /** Removes a question. */
  deleteIntent: defineEndpoint({
    name: 'kf.deleteIntent',
    method: 'POST',
    path: '/cgi-bin/kf/knowledge/del_intent',
    docs: page(95972),
    kind: 'write',
    request: z.strictObject({ intent_id: intentId }),
    response: acknowledgement,
  }),

  /** Changes what is given of a question. */
  updateIntent: defineEndpoint({
    name: 'kf.updateIntent',
    method: 'POST',
    path: '/cgi-bin/kf/knowledge/mod_intent',
    docs: page(95972),
    kind: 'write',
    // The same values twice are the same values.
    idempotent: true,
    request: z.strictObject({
      intent_id: intentId,
      question: said.optional(),
      similar_questions: similarQuestions.optional(),
      answers: answers.optional(),
    }),
    response: acknowledgement,
  }),

  /** One page of questions, of a group or one. */
  listIntents: defineEndpoint({
    name: 'kf.listIntents',
    method: 'POST',
    path: '/cgi-bin/kf/knowledge/list_intent',
    docs: page(95972),
    kind: 'read',
    request: z.strictObject({ group_id: groupId.optional(), intent_id: intentId.optional(), ...pages }),
    response: z.looseObject({
      intent_list: z.array(z.looseObject({ intent_id: z.string(), group_id: z.string().optional() })),
      has_more: z.number().optional(),
      next_cursor: nextCursor,
    }),
  }),
} as const;
