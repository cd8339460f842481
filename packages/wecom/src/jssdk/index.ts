export { type AgentConfig, JsSdk, type JsSdkConfig } from './js-sdk.js';
export { type PageSignatureInput, signPage } from './sign-page.js';
