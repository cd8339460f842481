export { type MpCallbackCatalog, mpCallbackCatalog } from './mp-callback-catalog.js';
export { mpCallbackPlatform } from './mp-callback-platform.js';
