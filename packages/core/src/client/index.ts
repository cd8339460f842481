export { ApiClient, type CallEndpoint } from './api-client.js';
export { bindEndpoints, type EndpointMethod, type EndpointMethods } from './bind-endpoints.js';
export type { CallOptions, SendOptions } from './call.js';
export {
  type ClientOptions,
  type ClientSettings,
  clientOptionsShape,
  clientSettings,
  type TokenOptions,
} from './client-settings.js';
export type { Account, Platform, PlatformQuota, TokenEndpoint } from './platform.js';
export type { RawRequest } from './raw-request.js';
export type { ReceiptOf } from './receipt-of.js';
export type { ResumeOptions, ResumeReport } from './resume-pending.js';
export { Sends } from './sends.js';
