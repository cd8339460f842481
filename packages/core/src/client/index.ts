export { ApiClient, type CallEndpoint } from './api-client.js';
export {
  bindEndpoints,
  type EndpointMethod,
  type EndpointMethods,
  type MessageMethod,
} from './bind-endpoints.js';
export type { AnyCallOptions, CallOptions, QueuedSendOptions, SendOptions } from './call.js';
export {
  type ClientOptions,
  type ClientSettings,
  clientOptionsShape,
  clientSettings,
  type TokenOptions,
} from './client-settings.js';
export type { Account, Platform, PlatformQuota, TokenEndpoint } from './platform.js';
export { PlatformClient } from './platform-client.js';
export type { RawRequest } from './raw-request.js';
export type { ReceiptOf } from './receipt-of.js';
export type { ResumeOptions, ResumeReport } from './resume-pending.js';
export type { ReceiptOptions } from './send-queue/await-end.js';
export { Sends } from './sends.js';
