import { Agent } from 'node:http';
import axios from 'axios';
import { expectOk, sendUrl, withId } from './bare-post.mjs';

export const title = 'axios, http adapter, own keep-alive agent';

export async function open(target) {
  const url = await sendUrl(target);
  const httpAgent = new Agent({ keepAlive: true, maxSockets: 64 });
  const instance = axios.create({ adapter: 'http', httpAgent });
  return {
    send: async (message, requestId) => {
      const { data } = await instance.post(url, withId(message, requestId));
      expectOk(data);
    },
    close: async () => httpAgent.destroy(),
  };
}
