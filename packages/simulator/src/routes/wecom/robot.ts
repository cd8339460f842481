import type { Corp } from '../../corps/corp.js';
import { isRecord } from '../../options/checks.js';
import { ok, type Refusal, type Reply, refuseCorp } from '../../server/answer.js';
import { type Call, type Route, withoutToken } from '../../server/route.js';
import { uploadedMedia } from './media.js';

const MESSAGE_TYPES: ReadonlySet<unknown> = new Set([
  'text',
  'markdown',
  'markdown_v2',
  'image',
  'news',
  'file',
  'voice',
  'template_card',
]);

/** Group robots, which have a key and no token: https://developer.work.weixin.qq.com/document/path/91770 */
export const robotRoutes: readonly Route[] = [
  withoutToken('POST', '/cgi-bin/webhook/send', (call) => {
    const robot = robotOf(call);
    if ('refused' in robot) return robot;
    const type = call.body.msgtype;
    if (!MESSAGE_TYPES.has(type)) return refuseCorp(40008);
    if (!isRecord(call.body[String(type)])) return refuseCorp(40063, `${String(type)} is empty`);
    if (!robot.corp.robots.take(robot.key, call.now)) return refuseCorp(45009);
    const { platform, now, path, requestNumber, body } = call;
    const { corpId: appId } = robot.corp;
    platform.deliveries.add({ at: now, appId, openid: robot.key, path, requestNumber, payload: body });
    return ok();
  }),

  withoutToken('POST', '/cgi-bin/webhook/upload_media', (call): Reply => {
    const robot = robotOf(call);
    return 'refused' in robot ? robot : uploadedMedia(call, robot.corp);
  }),
];

function robotOf({ platform, query }: Call): { readonly corp: Corp; readonly key: string } | Refusal {
  const key = query.get('key') ?? '';
  const corp = platform.corps.find(({ robots }) => robots.has(key));
  return corp === undefined ? refuseCorp(93000) : { corp, key };
}
