import type { PlatformQuota } from '@wetempo/core';
import { quotaEndpoints } from './endpoints/index.js';

/** While it is asked, calls wait for the answer. */
const askDeadlineMs = 5000;

const { get, clear, clearAll, clearAllWithSecret } = quotaEndpoints;

/** What `openapi/quota/get` tells of an endpoint, and which calls begin its day anew. */
export const miniProgramQuota: PlatformQuota = {
  endpoint: get.name,
  ask: async (call, path) => {
    // The platform tells no quota of these, such as that of logins.
    if (path.startsWith('/sns/')) return undefined;
    const { quota, rate_limit: rate } = await call(get, { cgi_path: path }, { deadlineMs: askDeadlineMs });
    const { daily_limit: dailyLimit, used, remain: remaining } = quota;
    return { dailyLimit, used, remaining, rateLimit: rateOf(rate?.call_count, rate?.refresh_second) };
  },
  cleared: (endpoint, request) => {
    if (endpoint === clearAll.name || endpoint === clearAllWithSecret.name) return 'all';
    const parsed = endpoint === clear.name ? clear.request.safeParse(request).data : undefined;
    return parsed && { path: parsed.cgi_path };
  },
};

/** Zeros stand for an endpoint without such a limit. */
function rateOf(calls: number | undefined, seconds: number | undefined) {
  if (calls === undefined || seconds === undefined || calls < 1 || seconds <= 0) return undefined;
  return { max: Math.floor(calls), windowMs: Math.ceil(seconds * 1000) };
}
