export { JsSdk, type JsSdkConfig } from './js-sdk.js';
export type { JsSdkSignatureInput } from './sign-js-sdk-url.js';
export { signJsSdkUrl } from './sign-js-sdk-url.js';
