/**
 * WeChat Mini Program (小程序) client of Wetempo: logins, subscription messages, codes, links and checks, each message once.
 *
 * @packageDocumentation
 */
export {
  type AcceptedReceipt,
  type AnyWechatError,
  ApiError,
  CallbackError,
  type CallOptions,
  CircuitOpenError,
  ConfigError,
  checkTemplateFields,
  DeadlineError,
  type DeliveryAnswer,
  type DeliveryReport,
  defineEndpoint,
  type EventLogger,
  HttpError,
  type IdentifiedReceipt,
  isWechatError,
  isWechatErrorOf,
  NetworkError,
  OutcomeUnknownError,
  type QueuedSendOptions,
  RateLimitError,
  type RawRequest,
  type ReceiptOptions,
  RequestConflictError,
  ResponseError,
  type ResumeReport,
  SendInProgressError,
  type SendOptions,
  type SendReceipt,
  type SettleDeliveryOptions,
  StoreUnavailableError,
  scaledClock,
  TokenError,
  ValidationError,
  type ValidationIssue,
  WechatError,
  type WechatErrorCode,
  type WetempoEvent,
} from '@wetempo/core';
export { deliveryReportsOf, settleDeliveries } from './delivery/index.js';
export {
  analyticsEndpoints,
  authEndpoints,
  customerMessageEndpoints,
  mediaEndpoints,
  miniProgramEndpointGroups,
  miniProgramEndpoints,
  orderShippingEndpoints,
  quotaEndpoints,
  securityEndpoints,
  shortLinkEndpoints,
  subscribeMessageEndpoints,
  tokenEndpoints,
  urlLinkEndpoints,
  urlSchemeEndpoints,
  wxacodeEndpoints,
} from './endpoints/index.js';
export { miniProgramErrcodes } from './errcodes/index.js';
export { MiniProgram, type MiniProgramOptions } from './mini-program.js';
export { miniProgramPlatform } from './platform.js';
export {
  checkUserDataSignature,
  decryptUserData,
  type EncryptedUserData,
  type SessionOf,
  type SignedUserData,
  sessionSignature,
  type UserData,
  type UserDataWatermark,
} from './session/index.js';
