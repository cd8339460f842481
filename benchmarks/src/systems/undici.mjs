import { Agent, request } from 'undici';
import { msgidOf, sendUrlWhenNeeded, withId } from './bare-post.mjs';

export const title = 'undici.request';
export const note =
  'any status and errcode resolves, and the caller has to look; `JSON.parse` rounds a msgid of more than 53 bits.';

export async function open(target) {
  const url = sendUrlWhenNeeded(target);
  const dispatcher = new Agent();
  const headers = { 'content-type': 'application/json' };
  return {
    send: async (message, requestId) => {
      const body = JSON.stringify(withId(message, requestId));
      const answer = await request(await url(), { method: 'POST', headers, body, dispatcher });
      return msgidOf(await answer.body.json());
    },
    close: () => dispatcher.close(),
  };
}
