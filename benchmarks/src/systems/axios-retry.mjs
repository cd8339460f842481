import axios from 'axios';
import axiosRetry from 'axios-retry';
import { msgidOf, sendUrlWhenNeeded, withId } from './bare-post.mjs';

export const title = 'axios with axios-retry, its defaults';
export const note =
  'as axios; a connection that breaks is tried again three times, also for a POST whose answer was lost, and a 429 or 5xx to a POST is not.';

export async function open(target) {
  const url = sendUrlWhenNeeded(target);
  const instance = axios.create({ adapter: 'http' });
  axiosRetry(instance);
  return {
    send: async (message, requestId) => {
      const { data } = await instance.post(await url(), withId(message, requestId));
      return msgidOf(data);
    },
    close: async () => {},
  };
}
