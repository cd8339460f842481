import { Agent } from 'node:http';
import axios from 'axios';
import { sendUrl } from '../../../systems/bare-post.mjs';

/** Bounded, so that what is seen is the quota and not the listening socket. */
const maxSockets = 64;

/** An axios that keeps its connections, and the post of one message with it; it rejects unless the message went out. */
export async function templatePost({ target }) {
  const url = await sendUrl(target);
  const httpAgent = new Agent({ keepAlive: true, maxSockets });
  const instance = axios.create({
    adapter: 'http',
    httpAgent,
  });
  return {
    instance,
    post: async ({ requestId, request }) => {
      const { data } = await instance.post(url, { ...request, client_msg_id: requestId });
      if (data.errcode !== 0) throw Object.assign(new Error(data.errmsg), { errcode: data.errcode });
    },
    close: () => httpAgent.destroy(),
  };
}
