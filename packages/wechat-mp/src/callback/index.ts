export type { CallbackContext, CallbackHandler, CallbackReply, OpenFields } from '@wetempo/core/callback';
export { type MpCallbackCatalog, mpCallbackCatalog } from './mp-callback-catalog.js';
export { mpCallbackPlatform } from './mp-callback-platform.js';
export {
  type NewsArticle,
  replyImage,
  replyMusic,
  replyNews,
  replyText,
  replyVideo,
  replyVoice,
  transferToCustomerService,
} from './replies.js';
export { WechatMpCallbacks, type WechatMpCallbacksOptions } from './wechat-mp-callbacks.js';
