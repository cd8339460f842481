export type { CallbackContext, CallbackHandler, CallbackReply, OpenFields } from '@wetempo/core/callback';
export {
  type NewsArticle,
  type ReplacementCard,
  replyImage,
  replyJson,
  replyNews,
  replyText,
  replyUpdateButton,
  replyUpdateTemplateCard,
  replyVideo,
  replyVoice,
} from './replies.js';
export { type WecomCallbackCatalog, wecomCallbackCatalog } from './wecom-callback-catalog.js';
export { wecomCallbackPlatform } from './wecom-callback-platform.js';
export { WecomCallbacks, type WecomCallbacksOptions } from './wecom-callbacks.js';
