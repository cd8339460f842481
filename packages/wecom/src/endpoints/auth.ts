import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { noFields, requiredText } from './request-parts.js';

const addresses = z.looseObject({ ip_list: z.array(z.string()) });
const addressTraits = { ttlMs: 3_600_000 } as const;

// A code serves once: where the answer was lost, another request could only be refused, so these are never repeated.

/** Who somebody is, and where the platform itself can be found. */
export const authEndpoints = {
  /**
   * Turns the code that a visitor brought into who it is: a member has a `userid`, anybody else an `openid` and, where a
   * customer, an `external_userid`. A code works once and for 5 minutes. Begin with `authorizeUrl` or `webLoginUrl`.
   */
  getUserInfo: defineEndpoint({
    name: 'auth.getUserInfo',
    method: 'GET',
    path: '/cgi-bin/auth/getuserinfo',
    docs: page(91023),
    kind: 'write',
    oneTimeFields: ['code'],
    request: z.strictObject({ code: requiredText() }),
    response: z.looseObject({
      userid: z.string().optional(),
      /** For `getUserDetail`; only with the scope `snsapi_privateinfo`. */
      user_ticket: z.string().optional(),
      openid: z.string().optional(),
      external_userid: z.string().optional(),
    }),
  }),

  /** What a member agreed to show: portrait, phone number, addresses. A ticket works for 30 minutes. */
  getUserDetail: defineEndpoint({
    name: 'auth.getUserDetail',
    method: 'POST',
    path: '/cgi-bin/auth/getuserdetail',
    docs: page(95833),
    kind: 'write',
    request: z.strictObject({ user_ticket: requiredText() }),
    response: z.looseObject({
      userid: z.string(),
      gender: z.union([z.string(), z.number()]).optional(),
      avatar: z.string().optional(),
      qr_code: z.string().optional(),
      mobile: z.string().optional(),
      email: z.string().optional(),
      biz_mail: z.string().optional(),
      address: z.string().optional(),
    }),
  }),

  /** The session of a mini program that was opened inside WeCom. A code works once. */
  code2Session: defineEndpoint({
    name: 'auth.code2Session',
    method: 'GET',
    path: '/cgi-bin/miniprogram/jscode2session',
    docs: page(92426),
    kind: 'write',
    request: z.strictObject({
      js_code: requiredText(),
      grant_type: z.literal('authorization_code').optional(),
    }),
    accountFields: ['grant_type'],
    oneTimeFields: ['js_code'],
    response: z.looseObject({
      corpid: z.string().optional(),
      userid: z.string().optional(),
      session_key: z.string().min(1),
    }),
  }),

  /** Addresses that the platform answers at, for firewalls. */
  getApiDomainIp: defineEndpoint({
    name: 'auth.getApiDomainIp',
    method: 'GET',
    path: '/cgi-bin/get_api_domain_ip',
    docs: page(92520),
    kind: 'read',
    request: noFields,
    response: addresses,
    cache: addressTraits,
  }),

  /** Addresses that callbacks come from. */
  getCallbackIp: defineEndpoint({
    name: 'auth.getCallbackIp',
    method: 'GET',
    path: '/cgi-bin/getcallbackip',
    docs: page(90930),
    kind: 'read',
    request: noFields,
    response: addresses,
    cache: addressTraits,
  }),
} as const;
