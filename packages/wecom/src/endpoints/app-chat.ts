import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { appChatMessage } from './app-chat-message.js';
import { shortText } from './contact-parts.js';
import { page } from './docs.js';
import { requiredText, userid, useridList } from './request-parts.js';
import { acknowledgement } from './response-parts.js';
import { busySendVerdicts } from './verdict-overrides.js';

const chatName = shortText(50);

/** Chats of members that an app made (群聊会话). An app reaches only its own. */
export const appChatEndpoints = {
  /** Makes a chat. Members see it once the first message was sent to it. */
  create: defineEndpoint({
    name: 'appChat.create',
    method: 'POST',
    path: '/cgi-bin/appchat/create',
    docs: page(90245),
    kind: 'write',
    request: z.strictObject({
      name: chatName.optional(),
      /** One of `userlist`. @default one of them by chance */
      owner: userid.optional(),
      userlist: useridList(2000).min(2, 'must name at least two members'),
      chatid: z
        .string()
        .regex(/^[0-9a-zA-Z]{1,32}$/, 'must be 1 to 32 letters and digits')
        .optional(),
    }),
    response: z.looseObject({ chatid: z.string() }),
  }),

  /** Changes name, owner or members of a chat. */
  update: defineEndpoint({
    name: 'appChat.update',
    method: 'POST',
    path: '/cgi-bin/appchat/update',
    docs: page(90246),
    kind: 'write',
    // Who is in stays in, who is out stays out.
    idempotent: true,
    request: z.strictObject({
      chatid: requiredText(),
      name: chatName.optional(),
      owner: userid.optional(),
      add_user_list: z.array(userid).optional(),
      del_user_list: z.array(userid).optional(),
    }),
    response: acknowledgement,
  }),

  /** Name, owner and members of a chat. */
  get: defineEndpoint({
    name: 'appChat.get',
    method: 'GET',
    path: '/cgi-bin/appchat/get',
    docs: page(90247),
    kind: 'read',
    request: z.strictObject({ chatid: requiredText() }),
    response: z.looseObject({
      chat_info: z.looseObject({
        chatid: z.string(),
        name: z.string().optional(),
        owner: z.string().optional(),
        userlist: z.array(z.string()),
      }),
    }),
  }),

  /**
   * Sends a message to a chat. Needs a `requestId`.
   *
   * The platform neither names the message nor drops a second one, so that an unknown outcome stays unknown. A member is
   * shown 200 messages of chats a minute and 10,000 a day; what is over is dropped without an error.
   */
  send: defineEndpoint({
    name: 'appChat.send',
    method: 'POST',
    path: '/cgi-bin/appchat/send',
    docs: page(90248),
    kind: 'message',
    request: appChatMessage,
    response: acknowledgement,
    message: {
      // Who is in the chat is not known here.
      recipient: () => undefined,
    },
    verdicts: busySendVerdicts,
  }),
} as const;
