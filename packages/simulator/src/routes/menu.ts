import { isOpenid } from '../accounts/followers.js';
import { isRecord } from '../options/checks.js';
import { fields, ok, type Refusal, refuse } from '../server/answer.js';
import { type Route, withToken } from '../server/route.js';

const MAX_BUTTONS = 3;
const MAX_SUB_BUTTONS = 5;
/** What a button of each type must carry. Types that are not here carry a `key`. */
const CARRIES: Readonly<Record<string, string>> = {
  view: 'url',
  miniprogram: 'appid',
  media_id: 'media_id',
  view_limited: 'media_id',
  article_id: 'article_id',
  article_view_limited: 'article_id',
};
const MISSING: Readonly<Record<string, number>> = { key: 40019, url: 40020, media_id: 40007 };

/** Menus: https://developers.weixin.qq.com/doc/offiaccount/Custom_Menus/Creating_Custom-Defined_Menu.html */
export const menuRoutes: readonly Route[] = [
  withToken('POST', '/cgi-bin/menu/create', ({ account, body }) => {
    const refused = buttonsRefusal(body.button);
    if (refused !== undefined) return refused;
    account.menus.set(body.button);
    return ok();
  }),

  withToken('GET', '/cgi-bin/menu/get', ({ account }) => {
    const { defaultMenu, conditional } = account.menus;
    if (defaultMenu === undefined) return refuse(46003);
    if (conditional.length === 0) return fields({ menu: { button: defaultMenu.button } });
    return fields({ menu: defaultMenu, conditionalmenu: conditional });
  }),

  withToken('GET', '/cgi-bin/menu/delete', ({ account }) => {
    account.menus.clear();
    return ok();
  }),

  withToken('GET', '/cgi-bin/get_current_selfmenu_info', ({ account }) => {
    const button = account.menus.defaultMenu?.button;
    return fields({ is_menu_open: button === undefined ? 0 : 1, selfmenu_info: { button: button ?? [] } });
  }),

  withToken('POST', '/cgi-bin/menu/addconditional', ({ account, body }) => {
    const rule = body.matchrule;
    if (account.menus.defaultMenu === undefined) return refuse(65303);
    if (!isRecord(rule) || Object.keys(rule).length === 0) return refuse(65304);
    const refused = buttonsRefusal(body.button);
    if (refused !== undefined) return refused;
    const menu = account.menus.addConditional(body.button, rule);
    return menu === undefined ? refuse(45010) : fields({ menuid: String(menu.menuid) });
  }),

  withToken('POST', '/cgi-bin/menu/delconditional', ({ account, body }) =>
    account.menus.deleteConditional(body.menuid) ? ok() : refuse(65301),
  ),

  withToken('POST', '/cgi-bin/menu/trymatch', ({ account, body }) => {
    const userId = body.user_id;
    if (!isOpenid(userId)) return refuse(40003);
    const button = account.menus.match(account.tags.idsOf(userId));
    return button === undefined ? refuse(46003) : fields({ button });
  }),
];

function buttonsRefusal(buttons: unknown): Refusal | undefined {
  if (!Array.isArray(buttons) || buttons.length === 0 || buttons.length > MAX_BUTTONS) return refuse(40016);
  for (const button of buttons) {
    const refused = buttonRefusal(button);
    if (refused !== undefined) return refused;
  }
  return undefined;
}

function buttonRefusal(button: unknown): Refusal | undefined {
  if (!isRecord(button) || typeof button.name !== 'string' || button.name === '') return refuse(40018);
  const below = button.sub_button;
  if (!Array.isArray(below) || below.length === 0) return leafRefusal(button);
  if (below.length > MAX_SUB_BUTTONS) return refuse(40023);
  return below.map(buttonRefusal).find((refused) => refused !== undefined);
}

function leafRefusal(button: Readonly<Record<string, unknown>>): Refusal | undefined {
  const type = button.type;
  if (typeof type !== 'string' || type === '') return refuse(40017);
  const carried = (Object.hasOwn(CARRIES, type) ? CARRIES[type] : undefined) ?? 'key';
  return typeof button[carried] === 'string' && button[carried] !== ''
    ? undefined
    : refuse(MISSING[carried] ?? 40017);
}
