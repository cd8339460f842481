import type { AnyEndpoint } from '@wetempo/core';
import { customerMessageEndpoints } from './customer-message.js';
import { customerServiceEndpoints } from './customer-service.js';
import { mediaEndpoints } from './media.js';
import { menuEndpoints } from './menu.js';
import { oauthEndpoints } from './oauth.js';
import { qrcodeEndpoints } from './qrcode.js';
import { quotaEndpoints } from './quota.js';
import { subscribeMessageEndpoints } from './subscribe-message.js';
import { tagEndpoints } from './tag.js';
import { templateEndpoints } from './template.js';
import { ticketEndpoints } from './ticket.js';
import { tokenEndpoints } from './token.js';
import { userEndpoints } from './user.js';

/** Every endpoint by its group; `mp.template.send` calls `mpEndpointGroups.template.send`. */
export const mpEndpointGroups = {
  template: templateEndpoints,
  subscribeMessage: subscribeMessageEndpoints,
  customerMessage: customerMessageEndpoints,
  customerService: customerServiceEndpoints,
  user: userEndpoints,
  tag: tagEndpoints,
  menu: menuEndpoints,
  qrcode: qrcodeEndpoints,
  media: mediaEndpoints,
  ticket: ticketEndpoints,
  oauth: oauthEndpoints,
  token: tokenEndpoints,
  quota: quotaEndpoints,
} as const;

/** Every endpoint of Official Accounts that is declared here. */
export const mpEndpoints: readonly AnyEndpoint[] = Object.values(mpEndpointGroups).flatMap((group) =>
  Object.values<AnyEndpoint>(group),
);
