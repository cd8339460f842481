export {
  type MiniProgramCallbackCatalog,
  miniProgramCallbackCatalog,
} from './mini-program-callback-catalog.js';
export { miniProgramCallbackPlatform } from './mini-program-callback-platform.js';
