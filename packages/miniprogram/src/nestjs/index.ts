export {
  getPushesToken,
  InjectPushes,
  Pushes,
  PushModule,
  type PushModuleAsyncOptions,
  type PushModuleOptions,
  type PushOptionsFactory,
  Quota,
  QuotaGuard,
  QuotaModule,
  type QuotaModuleAsyncOptions,
  type QuotaModuleOptions,
  type QuotaOptions,
  type QuotaOptionsFactory,
} from '@wetempo/core/nestjs';
export {
  getMiniProgramToken,
  InjectMiniProgram,
  MiniProgramModule,
  type MiniProgramModuleAsyncOptions,
  type MiniProgramModuleOptions,
  type MiniProgramOptionsFactory,
} from './miniprogram.module.js';
export {
  type MiniProgramEvent,
  type MiniProgramMessage,
  OnMiniProgramAny,
  OnMiniProgramEvent,
  OnMiniProgramMessage,
} from './miniprogram-callback.decorators.js';
export {
  getMiniProgramCallbacksToken,
  InjectMiniProgramCallbacks,
  MiniProgramCallbackModule,
  type MiniProgramCallbackModuleAsyncOptions,
  type MiniProgramCallbackModuleOptions,
  type MiniProgramCallbackOptionsFactory,
} from './miniprogram-callback.module.js';
