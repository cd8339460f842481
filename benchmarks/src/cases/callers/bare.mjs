import axios from 'axios';
import axiosRetry, { exponentialDelay, isNetworkOrIdempotentRequestError } from 'axios-retry';
import { Agent, request } from 'undici';
import { withId } from '../../systems/bare-post.mjs';
import { expectNoErrcode } from './errcode.mjs';

const clients = {
  axios: axiosClient,
  'axios-retry': retryClient,
  'axios-retry-429': patientClient,
  undici: undiciClient,
};

/** One token for the whole life of the process, fetched when it is first needed. */
export async function open(target, { client }) {
  const { post, close } = clients[client](target.timeoutMs);
  let token;
  const send = async (path, body) => {
    token ??= fetchToken(post, target).catch((error) => {
      token = undefined;
      throw error;
    });
    expectNoErrcode(await post(`${target.baseUrl}${path}?access_token=${await token}`, body));
  };
  return {
    template: (message, requestId) => send('/cgi-bin/message/template/send', withId(message, requestId)),
    customer: (message) => send('/cgi-bin/message/custom/send', message),
    close,
  };
}

async function fetchToken(post, { baseUrl, appId, appSecret }) {
  const body = { grant_type: 'client_credential', appid: appId, secret: appSecret };
  return (await post(`${baseUrl}/cgi-bin/stable_token`, body)).access_token;
}

function axiosClient(timeout) {
  const instance = axios.create({ adapter: 'http', timeout });
  return { instance, post: async (url, body) => (await instance.post(url, body)).data, close: () => {} };
}

function retryClient(timeout) {
  const client = axiosClient(timeout);
  axiosRetry(client.instance);
  return client;
}

/** Its documented exponential delay, which heeds `Retry-After`, and its own condition widened by the answer 429. */
function patientClient(timeout) {
  const client = axiosClient(timeout);
  const retryCondition = (error) =>
    error.response?.status === 429 || isNetworkOrIdempotentRequestError(error);
  axiosRetry(client.instance, { retryDelay: exponentialDelay, retryCondition });
  return client;
}

function undiciClient(timeoutMs) {
  const dispatcher = new Agent({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  const headers = { 'content-type': 'application/json' };
  const post = async (url, body) => {
    const answer = await request(url, { method: 'POST', headers, body: JSON.stringify(body), dispatcher });
    return answer.body.json();
  };
  return { post, close: () => dispatcher.close() };
}
