import { createHash } from 'node:crypto';
import type { WechatMp } from '@wetempo/wechat-mp';
import type { RecipientLine } from './recipient-csv.js';

type TemplateMessage = Parameters<WechatMp['template']['send']>[0];

export interface Message {
  readonly request: TemplateMessage;
  readonly requestId: string;
}

/**
 * What is sent for a line, and under which key. The key holds all that makes the message what it is: a line that stands
 * in the CSV twice is one message, a second run of the same push goes on where the first one ended, and another push
 * may send the same content again.
 */
export function messageOf(push: string, templateId: string, recipient: RecipientLine): Message {
  const { openid, key, url, fields } = recipient;
  const values = Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));
  const identity = JSON.stringify([templateId, openid, key, url ?? null, values]);
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, 32);
  const data = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value }]));
  return {
    request: { touser: openid, template_id: templateId, data, ...(url === undefined ? {} : { url }) },
    requestId: `${push}:${hash}`,
  };
}
