import type { AnyEndpoint } from '@wetempo/core';
import { analyticsEndpoints } from './analytics.js';
import { authEndpoints } from './auth.js';
import { customerMessageEndpoints } from './customer-message.js';
import { mediaEndpoints } from './media.js';
import { orderShippingEndpoints } from './order-shipping.js';
import { quotaEndpoints } from './quota.js';
import { securityEndpoints } from './security.js';
import { shortLinkEndpoints } from './short-link.js';
import { subscribeMessageEndpoints } from './subscribe-message.js';
import { tokenEndpoints } from './token.js';
import { urlLinkEndpoints } from './url-link.js';
import { urlSchemeEndpoints } from './url-scheme.js';
import { wxacodeEndpoints } from './wxacode.js';

/** Every endpoint by its group; `mini.auth.code2Session` calls `miniProgramEndpointGroups.auth.code2Session`. */
export const miniProgramEndpointGroups = {
  auth: authEndpoints,
  subscribeMessage: subscribeMessageEndpoints,
  customerMessage: customerMessageEndpoints,
  media: mediaEndpoints,
  wxacode: wxacodeEndpoints,
  urlLink: urlLinkEndpoints,
  urlScheme: urlSchemeEndpoints,
  shortLink: shortLinkEndpoints,
  security: securityEndpoints,
  analytics: analyticsEndpoints,
  orderShipping: orderShippingEndpoints,
  token: tokenEndpoints,
  quota: quotaEndpoints,
} as const;

/** Every endpoint of Mini Programs that is declared here. */
export const miniProgramEndpoints: readonly AnyEndpoint[] = Object.values(miniProgramEndpointGroups).flatMap(
  (group) => Object.values<AnyEndpoint>(group),
);
