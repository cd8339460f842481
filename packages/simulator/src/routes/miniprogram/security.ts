import { isOpenid } from '../../accounts/followers.js';
import { mediaChecked } from '../../callbacks/events.js';
import { ok, type Refusal, refuse } from '../../server/answer.js';
import { textOf } from '../../server/incoming-request.js';
import { type AccountCall, type Route, withToken } from '../../server/route.js';

const MAX_CHARACTERS = 2_500;
/** What stands in a text or an address decides what the check says of it. */
const RISKY = /risky|违规/i;
const DOUBTFUL = /review|待审/i;

/** Checks of texts and media: https://developers.weixin.qq.com/miniprogram/dev/OpenApiDoc/sec-center/sec-check/msgSecCheck.html */
export const securityRoutes: readonly Route[] = [
  withToken('POST', '/wxa/msg_sec_check', (call) => {
    const content = textOf(call.body, 'content') ?? '';
    if (content === '' || [...content].length > MAX_CHARACTERS) return refuse(40035);
    const refused = visitorRefusal(call);
    if (refused !== undefined) return refused;
    const suggest = suggestionFor(content);
    const label = suggest === 'pass' ? 100 : 20_001;
    return ok({
      detail: [
        { strategy: 'content_model', errcode: 0, suggest, label, prob: 90 },
        { strategy: 'keyword', errcode: 0 },
      ],
      trace_id: traceIdOf(call),
      result: { suggest, label },
    });
  }),

  withToken('POST', '/wxa/media_check_async', (call) => {
    const url = textOf(call.body, 'media_url') ?? '';
    if (!/^https?:\/\//.test(url)) return refuse(40035);
    const refused = visitorRefusal(call);
    if (refused !== undefined) return refused;
    const { account, platform, body } = call;
    const traceId = traceIdOf(call);
    const event = mediaChecked(account.appId, String(body.openid), traceId, suggestionFor(url));
    platform.callbacks.report(account.appId, event);
    return ok({ trace_id: traceId });
  }),
];

/** Only the newer version of the checks asks who wrote it. */
function visitorRefusal({ account, body, now }: AccountCall): Refusal | undefined {
  if (body.version !== 2) return undefined;
  if (!isOpenid(body.openid)) return refuse(40003);
  return account.visitors.isActive(body.openid, now) ? undefined : refuse(61010);
}

function suggestionFor(text: string): string {
  if (RISKY.test(text)) return 'risky';
  return DOUBTFUL.test(text) ? 'review' : 'pass';
}

function traceIdOf({ requestNumber, now }: AccountCall): string {
  const seconds = Math.floor(now / 1_000).toString(16);
  return `${seconds}-${requestNumber.toString(16).padStart(8, '0')}-0a1b2c3d`;
}
