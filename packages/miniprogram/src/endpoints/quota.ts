import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { requiredText } from './request-parts.js';
import { acknowledgement } from './response-parts.js';
import { secretVerdicts } from './verdict-overrides.js';

const cgiPath = z
  .string()
  .regex(/^\/[^?#\s]*$/, 'must be a path from the first slash on, without host and query')
  .refine((path) => !path.startsWith('/sns/'), 'the platform tells no quota of /sns/ paths');

const rateLimit = z.looseObject({
  call_count: z.number().optional(),
  refresh_second: z.number().optional(),
});

/** Quotas of the mini program and what the platform knows about a request. */
export const quotaEndpoints = {
  /** How much of the daily quota of one endpoint is used, and its rate limit where it has one. */
  get: defineEndpoint({
    name: 'quota.get',
    method: 'POST',
    path: '/cgi-bin/openapi/quota/get',
    docs: page('openApi-mgnt/api_getapiquota'),
    kind: 'read',
    takesSignature: true,
    request: z.strictObject({ cgi_path: cgiPath }),
    response: z.looseObject({
      quota: z.looseObject({ daily_limit: z.number(), used: z.number(), remain: z.number() }),
      rate_limit: rateLimit.optional(),
      component_rate_limit: rateLimit.optional(),
    }),
  }),

  /** Resets the daily quota of one endpoint. 50 a month. */
  clear: defineEndpoint({
    name: 'quota.clear',
    method: 'POST',
    path: '/cgi-bin/openapi/quota/clear',
    docs: page('openApi-mgnt/api_clearapiquota'),
    kind: 'write',
    request: z.strictObject({ cgi_path: cgiPath }),
    response: acknowledgement,
  }),

  /** Resets the daily quotas of all endpoints. 10 a month, resets by hand in the console included. */
  clearAll: defineEndpoint({
    name: 'quota.clearAll',
    method: 'POST',
    path: '/cgi-bin/clear_quota',
    docs: page('openApi-mgnt/api_clearquota'),
    kind: 'write',
    takesSignature: true,
    accountFields: ['appid'],
    request: z.strictObject({ appid: requiredText().optional() }),
    response: acknowledgement,
  }),

  /** The same without an access token, for when the quota of fetching tokens itself is used up. */
  clearAllWithSecret: defineEndpoint({
    name: 'quota.clearAllWithSecret',
    method: 'POST',
    path: '/cgi-bin/clear_quota/v2',
    docs: page('openApi-mgnt/api_clearquotabyappsecret'),
    kind: 'write',
    auth: 'none',
    accountFields: ['appid', 'appsecret'],
    // The page allows the query as well; a secret belongs into the body, which nobody logs.
    request: z.strictObject({ appid: requiredText().optional(), appsecret: requiredText().optional() }),
    response: acknowledgement,
    verdicts: secretVerdicts,
  }),

  /** What the platform recorded of a request, by the `rid` of its error. Kept for 7 days. */
  rid: defineEndpoint({
    name: 'quota.rid',
    method: 'POST',
    path: '/cgi-bin/openapi/rid/get',
    docs: page('openApi-mgnt/api_getridinfo'),
    kind: 'read',
    takesSignature: true,
    request: z.strictObject({ rid: requiredText() }),
    response: z.looseObject({
      request: z.looseObject({
        /** Seconds since 1970. */
        invoke_time: z.number().optional(),
        cost_in_ms: z.number().optional(),
        request_url: z.string().optional(),
        request_body: z.string().optional(),
        response_body: z.string().optional(),
        client_ip: z.string().optional(),
      }),
    }),
  }),
} as const;
