import { ok, refuse } from '../server/answer.js';
import { type Route, withToken } from '../server/route.js';

/** Tickets for the JS-SDK and for cards: https://developers.weixin.qq.com/doc/offiaccount/OA_Web_Apps/JS-SDK.html */
export const ticketRoutes: readonly Route[] = [
  withToken('GET', '/cgi-bin/ticket/getticket', ({ account, query, now }) => {
    const type = query.get('type');
    if (type !== 'jsapi' && type !== 'wx_card') return refuse(40035);
    const { value, endsAt } = account.tickets.get(type, now);
    return ok({ ticket: value, expires_in: Math.ceil((endsAt - now) / 1_000) });
  }),
];
