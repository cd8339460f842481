import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { answeredButton, menuButtons } from './menu-button.js';
import { noFields, requiredText, text } from './request-parts.js';
import { acknowledgement, id64 } from './response-parts.js';
import { menuVerdicts } from './verdict-overrides.js';

const matchRule = z
  .strictObject({
    tag_id: z.union([z.string(), z.number()]).optional(),
    /** 1: iOS, 2: Android, 3: others. */
    client_platform_type: z.union([z.string(), z.number()]).optional(),
    language: text().optional(),
  })
  .refine((rule) => Object.keys(rule).length > 0, 'must name at least one condition');

const answeredMenu = z.looseObject({ button: z.array(answeredButton), menuid: id64.optional() });

/** The menu below the conversation with the account. Phones show a change after a while, at the latest in 24 hours. */
export const menuEndpoints = {
  /** Sets the menu of the account, in place of the one before. */
  create: defineEndpoint({
    name: 'menu.create',
    method: 'POST',
    path: '/cgi-bin/menu/create',
    docs: page('custommenu/api_createcustommenu'),
    kind: 'write',
    // It replaces the whole menu, so that the second time changes nothing.
    idempotent: true,
    request: z.strictObject({ button: menuButtons }),
    response: acknowledgement,
    verdicts: menuVerdicts,
  }),

  /** The menu that was set by the API, and the conditional ones. */
  get: defineEndpoint({
    name: 'menu.get',
    method: 'GET',
    path: '/cgi-bin/menu/get',
    docs: page('custommenu/api_getmenu'),
    kind: 'read',
    request: noFields,
    response: z.looseObject({
      menu: answeredMenu,
      conditionalmenu: z.array(answeredMenu).optional(),
    }),
    cache: {
      ttlMs: 30_000,
      endedBy: ['menu.create', 'menu.delete', 'menu.createConditional', 'menu.deleteConditional'],
    },
    verdicts: menuVerdicts,
  }),

  /** Removes the menu with all conditional ones. */
  delete: defineEndpoint({
    name: 'menu.delete',
    method: 'GET',
    path: '/cgi-bin/menu/delete',
    docs: page('custommenu/api_deletemenu'),
    kind: 'write',
    request: noFields,
    response: acknowledgement,
    verdicts: menuVerdicts,
  }),

  /** Adds a menu for those who meet a condition. The account must have a menu for everybody else. */
  createConditional: defineEndpoint({
    name: 'menu.createConditional',
    method: 'POST',
    path: '/cgi-bin/menu/addconditional',
    docs: page('custommenu/api_addconditionalmenu'),
    kind: 'write',
    request: z.strictObject({ button: menuButtons, matchrule: matchRule }),
    response: z.looseObject({ menuid: id64 }),
    verdicts: menuVerdicts,
  }),

  /** Removes one conditional menu. */
  deleteConditional: defineEndpoint({
    name: 'menu.deleteConditional',
    method: 'POST',
    path: '/cgi-bin/menu/delconditional',
    docs: page('custommenu/api_deleteconditionalmenu'),
    kind: 'write',
    request: z.strictObject({ menuid: id64 }),
    response: acknowledgement,
    verdicts: menuVerdicts,
  }),

  /** The menu that one person sees. */
  tryMatch: defineEndpoint({
    name: 'menu.tryMatch',
    method: 'POST',
    path: '/cgi-bin/menu/trymatch',
    docs: page('custommenu/api_trymatchmenu'),
    kind: 'read',
    /** `user_id`: an openid or a WeChat name. */
    request: z.strictObject({ user_id: requiredText() }),
    response: z.looseObject({ button: z.array(answeredButton) }),
    verdicts: menuVerdicts,
  }),

  /** The menu as it is now, however it was set: by the API or in the console. */
  current: defineEndpoint({
    name: 'menu.current',
    method: 'GET',
    path: '/cgi-bin/get_current_selfmenu_info',
    docs: page('custommenu/api_getcurrentselfmenuinfo'),
    kind: 'read',
    request: noFields,
    response: z.looseObject({
      /** 1: shown, 0: switched off. */
      is_menu_open: z.number().optional(),
      // The buttons differ from those of menu.get: children stand under sub_button.list, texts under value.
      selfmenu_info: z.looseObject({ button: z.array(z.looseObject({})).optional() }).optional(),
    }),
    verdicts: menuVerdicts,
  }),
} as const;
