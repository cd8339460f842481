// The bare libraries as one would write a script with them: the token comes by the same library as the message.
import { msgidOf, withId } from '../../systems/bare-post.mjs';

async function openWith(post, { baseUrl, appId, appSecret }) {
  const send = async (message, requestId) => {
    const body = { grant_type: 'client_credential', appid: appId, secret: appSecret };
    const { access_token: token } = await post(`${baseUrl}/cgi-bin/stable_token`, body);
    const url = `${baseUrl}/cgi-bin/message/template/send?access_token=${token}`;
    return msgidOf(await post(url, withId(message, requestId)));
  };
  return { send, close: async () => {} };
}

export async function loadAxios() {
  const { default: axios } = await import('axios');
  const post = async (url, body) => (await axios.post(url, body)).data;
  return { open: (target) => openWith(post, target) };
}

export async function loadUndici() {
  const { request } = await import('undici');
  const headers = { 'content-type': 'application/json' };
  const post = async (url, body) => {
    const answer = await request(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return answer.body.json();
  };
  return { open: (target) => openWith(post, target) };
}
