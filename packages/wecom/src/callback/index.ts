export { type WecomCallbackCatalog, wecomCallbackCatalog } from './wecom-callback-catalog.js';
export { wecomCallbackPlatform } from './wecom-callback-platform.js';
