export type {
  CallbackErrorListener,
  CallbackFailure,
  CallbackHandler,
  DeclaredFields,
  LateReplyListener,
} from './callback-handler.js';
export { CallbackReceiver } from './callback-receiver.js';
export { callbackOptionsShape, type ReceiverIdentity } from './callback-settings.js';
