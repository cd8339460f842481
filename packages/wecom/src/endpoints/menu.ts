import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { answeredMenuButton, menuButtons } from './menu-button.js';
import { agentid } from './request-parts.js';
import { acknowledgement } from './response-parts.js';

/** The menu below the conversation of members with an app. */
export const menuEndpoints = {
  /** Sets the menu of the app, in place of the one before. */
  create: defineEndpoint({
    name: 'menu.create',
    method: 'POST',
    path: '/cgi-bin/menu/create',
    docs: page(90231),
    kind: 'write',
    // It replaces the whole menu, so that the second time changes nothing.
    idempotent: true,
    queryFields: ['agentid'],
    accountFields: ['agentid'],
    request: z.strictObject({ agentid, button: menuButtons }),
    response: acknowledgement,
  }),

  /** The menu of the app. */
  get: defineEndpoint({
    name: 'menu.get',
    method: 'GET',
    path: '/cgi-bin/menu/get',
    docs: page(90232),
    kind: 'read',
    accountFields: ['agentid'],
    request: z.strictObject({ agentid }),
    response: z.looseObject({ button: z.array(answeredMenuButton) }),
    cache: { ttlMs: 30_000, endedBy: ['menu.create', 'menu.delete'] },
  }),

  /** Removes the menu of the app. */
  delete: defineEndpoint({
    name: 'menu.delete',
    method: 'GET',
    path: '/cgi-bin/menu/delete',
    docs: page(90233),
    kind: 'write',
    // A menu that is gone stays gone.
    idempotent: true,
    accountFields: ['agentid'],
    request: z.strictObject({ agentid }),
    response: acknowledgement,
  }),
} as const;
