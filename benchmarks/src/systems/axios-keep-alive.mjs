import { Agent } from 'node:http';
import axios from 'axios';
import { msgidOf, sendUrlWhenNeeded, withId } from './bare-post.mjs';

export const title = 'axios, http adapter, own keep-alive agent';
export const note = 'as axios.';

export async function open(target) {
  const url = sendUrlWhenNeeded(target);
  const httpAgent = new Agent({ keepAlive: true, maxSockets: 64 });
  const instance = axios.create({ adapter: 'http', httpAgent });
  return {
    send: async (message, requestId) => {
      const { data } = await instance.post(await url(), withId(message, requestId));
      return msgidOf(data);
    },
    close: async () => httpAgent.destroy(),
  };
}
