import type { Platform } from '@wetempo/core';
import { wecomEndpoints } from './endpoints/index.js';
import { wecomErrcodes } from './errcodes/index.js';
import { wecomLimits } from './limits.js';

/** WeCom (企业微信), as core sees it. */
export const wecomPlatform: Platform = {
  name: 'wecom',
  baseUrl: 'https://qyapi.weixin.qq.com',
  errcodes: wecomErrcodes,
  endpoints: wecomEndpoints,
  defaultLimits: wecomLimits,
};
