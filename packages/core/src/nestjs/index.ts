export {
  anyHandlerDecorator,
  type HandlerDecorator,
  type HandlerOptions,
  type NamedHandlerDecorator,
  namedHandlerDecorator,
} from './callback-decorator.js';
export {
  asyncCallbackModule,
  type CallbackModuleDefinition,
  callbackModule,
  type PathOption,
  type SettlesOption,
} from './callback-module.js';
export type { AnyHandler, NestCallbackReceiver } from './callback-receiver.js';
export {
  type AsyncOptions,
  asyncClientModule,
  type ClientModuleDefinition,
  clientModule,
  clientToken,
  type NamedOptions,
  type OptionsFactory,
} from './client-module.js';
export type { Closable } from './client-shutdown.js';
export {
  getPushesToken,
  InjectPushes,
  PushModule,
  type PushModuleAsyncOptions,
  type PushModuleOptions,
  type PushOptionsFactory,
} from './push.module.js';
export type { ProgressOptions, PushEventOptions } from './push-events.js';
export type { LocalPushOptions, PushOptions, QueuedPushOptions } from './push-options.js';
export { Pushes } from './pushes.js';
export { Quota, type QuotaHttpRequest, type QuotaOptions } from './quota.decorator.js';
export { QuotaGuard } from './quota.guard.js';
export {
  QuotaModule,
  type QuotaModuleAsyncOptions,
  type QuotaModuleOptions,
  type QuotaOptionsFactory,
} from './quota.module.js';
