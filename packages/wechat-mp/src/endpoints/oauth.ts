import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { openid, requiredText } from './request-parts.js';
import { acknowledgement } from './response-parts.js';
import { secretVerdicts, visitorTokenVerdicts } from './verdict-overrides.js';

const visitorToken = z.looseObject({
  access_token: z.string().min(1),
  expires_in: z.number(),
  refresh_token: z.string().optional(),
  openid: z.string(),
  scope: z.string().optional(),
  unionid: z.string().optional(),
  /** 1: the visitor sees a snapshot page, and the openid is not that of a real person. */
  is_snapshotuser: z.number().optional(),
});

/**
 * Who a visitor of your page is (网页授权). The `access_token` here is the visitor's, not the account's; begin with
 * `authorizeUrl`.
 */
export const oauthEndpoints = {
  /** Turns the code that a visitor brought into the visitor's token. A code works once and for 5 minutes. */
  token: defineEndpoint({
    name: 'oauth.token',
    method: 'GET',
    path: '/sns/oauth2/access_token',
    docs: page('webdev/access/api_snsaccesstoken'),
    // Reads nothing only: it uses the code up.
    kind: 'write',
    auth: 'none',
    request: z.strictObject({
      appid: requiredText(),
      secret: requiredText(),
      code: requiredText(),
      grant_type: z.literal('authorization_code'),
    }),
    response: visitorToken,
    verdicts: secretVerdicts,
  }),

  /** Prolongs a visitor's token; the refresh token lives 30 days. */
  refresh: defineEndpoint({
    name: 'oauth.refresh',
    method: 'GET',
    path: '/sns/oauth2/refresh_token',
    docs: page('webdev/access/api_snsrefreshtoken'),
    kind: 'write',
    auth: 'none',
    // The refresh token stays good, so that a lost answer can be asked for again.
    idempotent: true,
    request: z.strictObject({
      appid: requiredText(),
      grant_type: z.literal('refresh_token'),
      refresh_token: requiredText(),
    }),
    response: visitorToken,
    verdicts: visitorTokenVerdicts,
  }),

  /** Name and picture of a visitor who agreed to `snsapi_userinfo`. */
  userInfo: defineEndpoint({
    name: 'oauth.userInfo',
    method: 'GET',
    path: '/sns/userinfo',
    docs: page('webdev/access/api_snsuserinfo'),
    kind: 'read',
    auth: 'none',
    request: z.strictObject({
      access_token: requiredText(),
      openid,
      lang: z.enum(['zh_CN', 'zh_TW', 'en'], 'must be zh_CN, zh_TW or en').optional(),
    }),
    response: z.looseObject({
      openid: z.string(),
      nickname: z.string().optional(),
      headimgurl: z.string().optional(),
      privilege: z.array(z.string()).optional(),
      unionid: z.string().optional(),
    }),
    verdicts: visitorTokenVerdicts,
  }),

  /** Succeeds while a visitor's token is good. */
  check: defineEndpoint({
    name: 'oauth.check',
    method: 'GET',
    path: '/sns/auth',
    docs: page('webdev/access/api_snsauth'),
    kind: 'read',
    auth: 'none',
    request: z.strictObject({ access_token: requiredText(), openid }),
    response: acknowledgement,
    verdicts: visitorTokenVerdicts,
  }),
} as const;
