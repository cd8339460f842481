import type { Platform } from '@wetempo/core';
import { mpEndpoints } from './endpoints/index.js';
import { mpErrcodes } from './errcodes/index.js';
import { mpQuota } from './quota.js';

/** Official Accounts (公众号), as core sees them. */
export const mpPlatform: Platform = {
  name: 'wechat-mp',
  baseUrl: 'https://api.weixin.qq.com',
  errcodes: mpErrcodes,
  endpoints: mpEndpoints,
  defaultLimits: { perRecipientEndpoints: ['template.send', 'subscribeMessage.send'] },
  quota: mpQuota,
};
