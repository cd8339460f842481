export type { CallbackContext, CallbackHandler, CallbackReply, OpenFields } from '@wetempo/core/callback';
export {
  type MiniProgramCallbackCatalog,
  miniProgramCallbackCatalog,
} from './mini-program-callback-catalog.js';
export { miniProgramCallbackPlatform } from './mini-program-callback-platform.js';
export { MiniProgramCallbacks, type MiniProgramCallbacksOptions } from './mini-program-callbacks.js';
export {
  replyJson,
  replyXpayFailed,
  replyXpayReceived,
  transferToCustomerService,
} from './replies.js';
