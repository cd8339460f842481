import type { Route } from '../server/route.js';
import { accessTokenRoutes } from './access-token.js';
import { templateMessageRoutes } from './template-message.js';

/** Every endpoint that the simulator knows. */
export const ROUTES: readonly Route[] = [...accessTokenRoutes, ...templateMessageRoutes];
