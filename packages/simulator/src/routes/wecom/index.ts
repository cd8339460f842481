import type { Route } from '../../server/route.js';
import { corpTokenRoutes } from './access-token.js';
import { corpMediaRoutes } from './media.js';
import { memberRoutes } from './member.js';
import { corpMessageRoutes } from './message.js';
import { robotRoutes } from './robot.js';
import { serviceRoutes } from './service.js';

/** Every endpoint of WeCom whose rules are kept. */
export const corpRoutes: readonly Route[] = [
  ...corpTokenRoutes,
  ...corpMessageRoutes,
  ...robotRoutes,
  ...corpMediaRoutes,
  ...memberRoutes,
  ...serviceRoutes,
];
