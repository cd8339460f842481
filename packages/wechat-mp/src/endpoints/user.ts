import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { openid, text } from './request-parts.js';
import { acknowledgement, openidPage } from './response-parts.js';

const language = z.enum(['zh_CN', 'zh_TW', 'en'], 'must be zh_CN, zh_TW or en');

/** Name, picture, sex and place are not among it: the platform stopped telling them in 2021. */
const userInfoSchema = z.looseObject({
  openid: z.string(),
  /** 1: follows the account. 0: does not, and nothing else is known. */
  subscribe: z.number().optional(),
  /** The same for all accounts under one open platform account. */
  unionid: z.string().optional(),
  language: z.string().optional(),
  /** Seconds since 1970. */
  subscribe_time: z.number().optional(),
  subscribe_scene: z.string().optional(),
  remark: z.string().optional(),
  groupid: z.number().optional(),
  tagid_list: z.array(z.number()).optional(),
  qr_scene: z.number().optional(),
  qr_scene_str: z.string().optional(),
});

export type UserInfo = z.output<typeof userInfoSchema>;

/** In which words the platform names places. */
export type UserLanguage = z.output<typeof language>;

/** People who follow the account. */
export const userEndpoints = {
  /** What the platform tells about one person. */
  info: defineEndpoint({
    name: 'user.info',
    method: 'GET',
    path: '/cgi-bin/user/info',
    docs: page('usermanage/userinfo/api_userinfo'),
    kind: 'read',
    request: z.strictObject({ openid, lang: language.optional() }),
    response: userInfoSchema,
  }),

  /** The same of up to 100 people at once. */
  batchInfo: defineEndpoint({
    name: 'user.batchInfo',
    method: 'POST',
    path: '/cgi-bin/user/info/batchget',
    docs: page('usermanage/userinfo/api_batchuserinfo'),
    kind: 'read',
    request: z.strictObject({
      user_list: z
        .array(z.strictObject({ openid, lang: language.optional() }))
        .min(1, 'must name at least one person')
        .max(100, 'must name at most 100 people; split the list'),
    }),
    response: z.looseObject({ user_info_list: z.array(userInfoSchema) }),
  }),

  /** One page of up to 10,000 followers, in the order in which they came; `next_openid` begins the next page. */
  list: defineEndpoint({
    name: 'user.list',
    method: 'GET',
    path: '/cgi-bin/user/get',
    docs: page('usermanage/userinfo/api_getfans'),
    kind: 'read',
    request: z.strictObject({ next_openid: z.string().optional() }),
    response: openidPage,
  }),

  /** Sets the name under which the account knows a follower; empty removes it. */
  setRemark: defineEndpoint({
    name: 'user.setRemark',
    method: 'POST',
    path: '/cgi-bin/user/info/updateremark',
    docs: page('usermanage/userinfo/api_updateremark'),
    kind: 'write',
    // The same name twice is the same name.
    idempotent: true,
    request: z.strictObject({
      openid,
      remark: text().refine((remark) => [...remark].length < 30, 'must have fewer than 30 characters'),
    }),
    response: acknowledgement,
  }),
} as const;
