export {
  getWechatMpToken,
  InjectWechatMp,
  WechatMpModule,
  type WechatMpModuleAsyncOptions,
  type WechatMpModuleOptions,
  type WechatMpOptionsFactory,
} from './wechat-mp.module.js';
