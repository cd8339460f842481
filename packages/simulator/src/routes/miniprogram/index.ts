import type { Route } from '../../server/route.js';
import { codeRoutes } from './codes.js';
import { linkRoutes } from './links.js';
import { loginRoutes } from './login.js';
import { securityRoutes } from './security.js';
import { shippingRoutes } from './shipping.js';
import { miniSubscribeMessageRoutes } from './subscribe-message.js';

/** Every endpoint of Mini Programs whose rules are kept; tokens, quotas and customer service are those of Official Accounts. */
export const miniProgramRoutes: readonly Route[] = [
  ...loginRoutes,
  ...miniSubscribeMessageRoutes,
  ...codeRoutes,
  ...linkRoutes,
  ...securityRoutes,
  ...shippingRoutes,
];
