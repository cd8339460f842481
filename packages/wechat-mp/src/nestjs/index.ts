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
  getWechatMpToken,
  InjectWechatMp,
  WechatMpModule,
  type WechatMpModuleAsyncOptions,
  type WechatMpModuleOptions,
  type WechatMpOptionsFactory,
} from './wechat-mp.module.js';
export {
  OnWechatAny,
  OnWechatEvent,
  OnWechatMessage,
  type WechatEvent,
  type WechatMessage,
} from './wechat-mp-callback.decorators.js';
export {
  getWechatMpCallbacksToken,
  InjectWechatMpCallbacks,
  WechatMpCallbackModule,
  type WechatMpCallbackModuleAsyncOptions,
  type WechatMpCallbackModuleOptions,
  type WechatMpCallbackOptionsFactory,
} from './wechat-mp-callback.module.js';
