import type { CallbackRequest } from '../../src/callback/callback-request.js';
import { mpLike, plainPost, token } from './genuine-callbacks.js';

export { token };
export const account = 'wx0000000000000001';
export const platform = mpLike;

let nonces = 0;

/** The content of an event, as XML. */
export function eventXml(fields: Readonly<Record<string, string>>): string {
  const header = { ToUserName: 'gh_1', FromUserName: 'o1', CreateTime: '1700000000', MsgType: 'event' };
  const elements = Object.entries({ ...header, ...fields });
  return `<xml>${elements.map(([name, value]) => `<${name}>${value}</${name}>`).join('')}</xml>`;
}

/** A genuine request, signed just now under a nonce of its own. */
export function genuine(body: string, nowMs = Date.now()): CallbackRequest {
  nonces += 1;
  const timestamp = String(Math.floor(nowMs / 1000));
  return plainPost(body, { timestamp, nonce: `${process.pid}n${nonces}` });
}
