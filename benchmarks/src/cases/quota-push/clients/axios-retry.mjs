import axiosRetry, { exponentialDelay } from 'axios-retry';
import { templatePost } from './template-post.mjs';

const quotaUsedUp = 45009;

/** No limiter: what meets the quota is tried again, three times as by default, after times that double. */
export async function open({ target }) {
  const { instance, post, close } = await templatePost({ target });
  axiosRetry(instance, {
    validateResponse: ({ data }) => data.errcode !== quotaUsedUp,
    retryCondition: ({ response }) => response?.data.errcode === quotaUsedUp,
    retryDelay: exponentialDelay,
  });
  return { send: post, close };
}
