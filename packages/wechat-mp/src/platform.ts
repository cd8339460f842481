import type { Platform } from '@wetempo/core';
import { mpEndpoints, quotaEndpoints } from './endpoints/index.js';
import { mpErrcodes } from './errcodes/index.js';

/** Official Accounts (公众号), as core sees them. */
export const mpPlatform: Platform = {
  name: 'wechat-mp',
  baseUrl: 'https://api.weixin.qq.com',
  errcodes: mpErrcodes,
  endpoints: mpEndpoints,
  defaultLimits: { perRecipientEndpoints: ['template.send', 'subscribeMessage.send'] },
  remainingDailyQuota: async (call, path) => {
    const { quota } = await call(quotaEndpoints.get, { cgi_path: path }, { deadlineMs: 5000 });
    return quota.remain;
  },
};
