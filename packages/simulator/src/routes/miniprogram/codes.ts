import { type Answer, type Reply, refuse } from '../../server/answer.js';
import { textOf } from '../../server/incoming-request.js';
import { type AccountCall, type Route, withToken } from '../../server/route.js';

/** Codes of a Mini Program that last for ever, of both kinds together. */
const MAX_LASTING_CODES = 100_000;
const MAX_SCENE_CHARACTERS = 32;
const MAX_PATH_CHARACTERS = 1_024;
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** Codes of a Mini Program: the image itself, or JSON on failure. https://developers.weixin.qq.com/miniprogram/dev/OpenApiDoc/qrcode-link/qr-code/getUnlimitedQRCode.html */
export const codeRoutes: readonly Route[] = [
  withToken('POST', '/wxa/getwxacodeunlimit', (call) => {
    const scene = textOf(call.body, 'scene') ?? '';
    if (scene === '' || [...scene].length > MAX_SCENE_CHARACTERS) return refuse(40169);
    return pageRefusal(call, call.body.check_path !== false) ?? image(call);
  }),
  withToken('POST', '/wxa/getwxacode', lasting),
  withToken('POST', '/cgi-bin/wxaapp/createwxaqrcode', lasting),
];

function lasting(call: AccountCall): Reply {
  const path = textOf(call.body, 'path') ?? '';
  if (path === '' || path.length > MAX_PATH_CHARACTERS) return refuse(40159);
  if (call.account.lastingCodes >= MAX_LASTING_CODES) return refuse(45029);
  call.account.lastingCodes += 1;
  return image(call);
}

/** Whether a page is one of those that are released. */
export function pageRefusal({ account, body }: AccountCall, isChecked = true): Reply | undefined {
  const { page } = body;
  if (page === undefined || page === '' || !isChecked) return undefined;
  if (typeof page !== 'string' || page.startsWith('/')) return refuse(41030);
  const { pages = 'any' } = account.settings;
  return pages === 'any' || pages.includes(page.split('?')[0] ?? '') ? undefined : refuse(41030);
}

function image({ body }: AccountCall): Answer {
  const isTransparent = body.is_hyaline === true;
  return {
    status: 200,
    contentType: isTransparent ? 'image/png' : 'image/jpeg',
    body: isTransparent ? PNG : JPEG,
  };
}
