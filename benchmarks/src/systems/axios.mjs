import axios from 'axios';
import { expectOk, sendUrl, withId } from './bare-post.mjs';

export const title = 'axios, http adapter, as it comes';

export async function open(target) {
  const url = await sendUrl(target);
  return {
    send: async (message, requestId) => {
      const { data } = await axios.post(url, withId(message, requestId), { adapter: 'http' });
      expectOk(data);
    },
    close: async () => {},
  };
}
