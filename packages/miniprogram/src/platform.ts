import type { Platform } from '@wetempo/core';
import { miniProgramEndpoints } from './endpoints/index.js';
import { miniProgramErrcodes } from './errcodes/index.js';
import { miniProgramLimits } from './limits.js';
import { miniProgramQuota } from './quota.js';

/** Mini Programs (小程序), as core sees them. */
export const miniProgramPlatform: Platform = {
  name: 'miniprogram',
  baseUrl: 'https://api.weixin.qq.com',
  errcodes: miniProgramErrcodes,
  endpoints: miniProgramEndpoints,
  defaultLimits: miniProgramLimits,
  quota: miniProgramQuota,
};
