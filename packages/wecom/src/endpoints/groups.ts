import type { AnyEndpoint } from '@wetempo/core';
import { tokenEndpoints } from './token.js';

/** Every endpoint by its group; `wecom.message.send` calls `wecomEndpointGroups.message.send`. */
export const wecomEndpointGroups = {
  token: tokenEndpoints,
} as const;

/** Every endpoint of WeCom that is declared here. */
export const wecomEndpoints: readonly AnyEndpoint[] = Object.values(wecomEndpointGroups).flatMap((group) =>
  Object.values<AnyEndpoint>(group),
);
