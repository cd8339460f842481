export type { CallbackContent, CallbackFields, CallbackFormat } from './callback-content.js';
export type { AbandonedEntry, CallbackInbox, InboxEntry, InboxLease, TakeAnswer } from './callback-inbox.js';
export type {
  CallbackCatalog,
  CallbackContext,
  CallbackDeclaration,
  CallbackHeader,
  CallbackKind,
  OpenFields,
} from './callback-message.js';
export type { CallbackMode, CallbackOptions } from './callback-options.js';
export type { CallbackPlatform } from './callback-platform.js';
export type { CallbackReply, HandlerResult } from './callback-reply.js';
export type { CallbackAnswer, CallbackRequest } from './callback-request.js';
export {
  type CallbackFieldsOf,
  count,
  defineCallback,
  defineCommand,
  defineEvent,
  defineMessage,
  group,
  listOf,
  optionalCount,
  type ReadContent,
  readContent,
  text,
  texts,
  writeContent,
} from './content/index.js';
export {
  MemoryCallbackInbox,
  type MemoryCallbackInboxOptions,
  RedisCallbackInbox,
  type RedisCallbackInboxOptions,
} from './inbox/index.js';
export {
  type CallbackErrorListener,
  type CallbackFailure,
  type CallbackHandler,
  CallbackReceiver,
  callbackOptionsShape,
  type DeclaredFields,
  type LateReplyListener,
  type ReceiverIdentity,
} from './receive/index.js';
export {
  CallbackGate,
  type GateSettings,
  gateOptionsShape,
  gateSettings,
  type OpenedCallback,
  statusOf,
} from './verify/index.js';
