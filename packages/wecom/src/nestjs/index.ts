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
  GroupRobotModule,
  type GroupRobotModuleAsyncOptions,
  type GroupRobotModuleOptions,
  type GroupRobotOptionsFactory,
  getGroupRobotToken,
  InjectGroupRobot,
} from './group-robot.module.js';
export {
  getWecomToken,
  InjectWecom,
  WecomModule,
  type WecomModuleAsyncOptions,
  type WecomModuleOptions,
  type WecomOptionsFactory,
} from './wecom.module.js';
export {
  OnWecomAny,
  OnWecomCommand,
  OnWecomEvent,
  OnWecomMessage,
  type WecomCommand,
  type WecomEvent,
  type WecomMessage,
} from './wecom-callback.decorators.js';
export {
  getWecomCallbacksToken,
  InjectWecomCallbacks,
  WecomCallbackModule,
  type WecomCallbackModuleAsyncOptions,
  type WecomCallbackModuleOptions,
  type WecomCallbackOptionsFactory,
} from './wecom-callback.module.js';
