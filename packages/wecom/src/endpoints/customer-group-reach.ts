import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { singleAttachment } from './attachment.js';
import { shortText, upTo } from './contact-parts.js';
import { page } from './docs.js';
import { flag, numericId, requiredText, textWithin } from './request-parts.js';
import { acknowledgement } from './response-parts.js';

const joinWay = {
  /** 1: in a mini program. 2: as a code. */
  scene: z.literal([1, 2], 'must be 1 or 2'),
  remark: shortText(30).optional(),
  /** 1: when the chats are full, another one is made. */
  auto_create_room: flag.optional(),
  room_base_name: shortText(40).optional(),
  room_base_id: z.int().nonnegative().optional(),
  chat_id_list: upTo(5, requiredText()),
  state: shortText(30).optional(),
  mark_source: z.boolean().optional(),
};

const welcome = {
  text: z.strictObject({ content: textWithin(4000) }).optional(),
  ...singleAttachment,
  /** Only apps of old suites name themselves. */
  agentid: numericId.optional(),
  /** 1: group owners are told of the template. @default 1 */
  notify: flag.optional(),
};

/** How customers join group chats, and what greets them there. A part of the group `customerGroup`. */
export const groupReachEndpoints = {
  /** Makes a code or a button by which customers join one of up to 5 chats. */
  addJoinWay: defineEndpoint({
    name: 'customerGroup.addJoinWay',
    method: 'POST',
    path: '/cgi-bin/externalcontact/groupchat/add_join_way',
    docs: page(92229),
    kind: 'write',
    request: z.strictObject(joinWay),
    response: z.looseObject({ config_id: z.string() }),
  }),

  /** One way to join, with its code. */
  getJoinWay: defineEndpoint({
    name: 'customerGroup.getJoinWay',
    method: 'POST',
    path: '/cgi-bin/externalcontact/groupchat/get_join_way',
    docs: page(92229),
    kind: 'read',
    request: z.strictObject({ config_id: requiredText() }),
    response: z.looseObject({
      join_way: z.looseObject({
        config_id: z.string(),
        qr_code: z.string().optional(),
        chat_id_list: z.array(z.string()).optional(),
      }),
    }),
  }),

  /** Replaces what a way to join says. */
  updateJoinWay: defineEndpoint({
    name: 'customerGroup.updateJoinWay',
    method: 'POST',
    path: '/cgi-bin/externalcontact/groupchat/update_join_way',
    docs: page(92229),
    kind: 'write',
    // It replaces the whole way.
    idempotent: true,
    request: z.strictObject({ config_id: requiredText(), ...joinWay }),
    response: acknowledgement,
  }),

  /** Removes a way to join. */
  deleteJoinWay: defineEndpoint({
    name: 'customerGroup.deleteJoinWay',
    method: 'POST',
    path: '/cgi-bin/externalcontact/groupchat/del_join_way',
    docs: page(92229),
    kind: 'write',
    request: z.strictObject({ config_id: requiredText() }),
    response: acknowledgement,
  }),

  /** Adds a greeting for new members of group chats; a company has 100 at most. */
  addWelcome: defineEndpoint({
    name: 'customerGroup.addWelcome',
    method: 'POST',
    path: '/cgi-bin/externalcontact/group_welcome_template/add',
    docs: page(92366),
    kind: 'write',
    request: z.strictObject(welcome),
    response: z.looseObject({ template_id: z.string() }),
  }),

  /** Replaces a greeting. */
  editWelcome: defineEndpoint({
    name: 'customerGroup.editWelcome',
    method: 'POST',
    path: '/cgi-bin/externalcontact/group_welcome_template/edit',
    docs: page(92366),
    kind: 'write',
    // It replaces the whole greeting.
    idempotent: true,
    request: z.strictObject({ template_id: requiredText(), ...welcome }),
    response: acknowledgement,
  }),

  /** One greeting. */
  getWelcome: defineEndpoint({
    name: 'customerGroup.getWelcome',
    method: 'POST',
    path: '/cgi-bin/externalcontact/group_welcome_template/get',
    docs: page(92366),
    kind: 'read',
    request: z.strictObject({ template_id: requiredText() }),
    response: z.looseObject({
      errcode: z.literal(0),
      text: z.looseObject({ content: z.string() }).optional(),
    }),
  }),

  /** Removes a greeting. */
  deleteWelcome: defineEndpoint({
    name: 'customerGroup.deleteWelcome',
    method: 'POST',
    path: '/cgi-bin/externalcontact/group_welcome_template/del',
    docs: page(92366),
    kind: 'write',
    request: z.strictObject({ template_id: requiredText(), agentid: numericId.optional() }),
    response: acknowledgement,
  }),
} as const;
