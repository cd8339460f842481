import { Agent, request } from 'undici';
import { expectOk, sendUrl, withId } from './bare-post.mjs';

export const title = 'undici.request';

export async function open(target) {
  const url = await sendUrl(target);
  const dispatcher = new Agent();
  const headers = { 'content-type': 'application/json' };
  return {
    send: async (message, requestId) => {
      const body = JSON.stringify(withId(message, requestId));
      const answer = await request(url, { method: 'POST', headers, body, dispatcher });
      expectOk(await answer.body.json());
    },
    close: () => dispatcher.close(),
  };
}
