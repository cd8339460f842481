import type { Route } from '../server/route.js';
import { accessTokenRoutes } from './access-token.js';
import { blacklistRoutes } from './blacklist.js';
import { customMessageRoutes } from './custom-message.js';
import { mediaRoutes } from './media.js';
import { menuRoutes } from './menu.js';
import { oauthRoutes } from './oauth.js';
import { qrcodeRoutes } from './qrcode.js';
import { quotaRoutes } from './quota.js';
import { subscribeMessageRoutes } from './subscribe-message.js';
import { tagRoutes } from './tag.js';
import { templateManagementRoutes } from './template-management.js';
import { templateMessageRoutes } from './template-message.js';
import { ticketRoutes } from './ticket.js';
import { userRoutes } from './user.js';

/** Every endpoint that the simulator knows, by its path. */
export function routingTable(): Map<string, Route> {
  const table = new Map<string, Route>();
  const routes = [
    accessTokenRoutes,
    quotaRoutes((path) => table.has(path)),
    templateMessageRoutes,
    templateManagementRoutes,
    subscribeMessageRoutes,
    customMessageRoutes,
    userRoutes,
    tagRoutes,
    blacklistRoutes,
    menuRoutes,
    qrcodeRoutes,
    mediaRoutes,
    ticketRoutes,
    oauthRoutes,
  ];
  for (const route of routes.flat()) table.set(route.path, route);
  return table;
}
