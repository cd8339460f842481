export { mpErrcodes } from './errcodes/index.js';
export { type JsSdkSignatureInput, signJsSdkUrl } from './jssdk/index.js';
export { type AuthorizeUrlInput, authorizeUrl } from './oauth/index.js';
export { mpPlatform } from './platform.js';
export { WechatMp, type WechatMpOptions } from './wechat-mp.js';
