import axios from 'axios';
import { msgidOf, sendUrlWhenNeeded, withId } from './bare-post.mjs';

export const title = 'axios, http adapter, as it comes';
export const note =
  'an errcode resolves, and the caller has to look; `JSON.parse` rounds a msgid of more than 53 bits.';

export async function open(target) {
  const url = sendUrlWhenNeeded(target);
  return {
    send: async (message, requestId) => {
      const { data } = await axios.post(await url(), withId(message, requestId), { adapter: 'http' });
      return msgidOf(data);
    },
    close: async () => {},
  };
}
