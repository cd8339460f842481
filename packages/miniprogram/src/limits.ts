import type { PlatformLimits } from '@wetempo/core';

/** Links and schemes share 500,000 a day; whoever makes both sets a lower figure for each. */
const linksPerDay = { perDay: 500_000 };

/**
 * What the platform publishes, beside the limit of messages to one person. Daily figures without a page of their own are
 * learned from `quota/get` instead.
 */
export const miniProgramLimits: PlatformLimits = {
  perRecipientEndpoints: ['subscribeMessage.send'],
  endpoints: {
    'wxacode.getUnlimited': { perMinute: 5_000 },
    'urlLink.generate': linksPerDay,
    'urlScheme.generate': linksPerDay,
    'security.msgSecCheck': { perMinute: 4_000, perDay: 2_000_000 },
    'security.mediaCheckAsync': { perMinute: 2_000, perDay: 200_000 },
  },
};
