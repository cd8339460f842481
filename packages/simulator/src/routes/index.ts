import { RoutingTable } from '../server/routing-table.js';
import { addStockRoutes } from '../stock/stock-routes.js';
import { accessTokenRoutes } from './access-token.js';
import { blacklistRoutes } from './blacklist.js';
import { customMessageRoutes } from './custom-message.js';
import { mediaRoutes } from './media.js';
import { menuRoutes } from './menu.js';
import { miniProgramRoutes } from './miniprogram/index.js';
import { oauthRoutes } from './oauth.js';
import { qrcodeRoutes } from './qrcode.js';
import { quotaRoutes } from './quota.js';
import { subscribeMessageRoutes } from './subscribe-message.js';
import { tagRoutes } from './tag.js';
import { templateManagementRoutes } from './template-management.js';
import { templateMessageRoutes } from './template-message.js';
import { ticketRoutes } from './ticket.js';
import { userRoutes } from './user.js';
import { corpRoutes } from './wecom/index.js';

/** Every endpoint that the simulator knows. */
export function routingTable(): RoutingTable {
  const table = new RoutingTable();
  const routes = [
    accessTokenRoutes,
    quotaRoutes((path) => table.has(path, 'app')),
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
    miniProgramRoutes,
    corpRoutes,
  ];
  for (const route of routes.flat()) table.set(route);
  addStockRoutes(table);
  return table;
}
