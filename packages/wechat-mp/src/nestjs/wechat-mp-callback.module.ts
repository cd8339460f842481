import { type DynamicModule, Inject, Module } from '@nestjs/common';
import {
  type AsyncOptions,
  asyncCallbackModule,
  type CallbackModuleDefinition,
  callbackModule,
  clientToken,
  type NamedOptions,
  type OptionsFactory,
  type PathOption,
  type SettlesOption,
} from '@wetempo/core/nestjs';
import { WechatMpCallbacks, type WechatMpCallbacksOptions } from '../callback/index.js';
import type { WechatMp } from '../wechat-mp.js';

export type WechatMpCallbackModuleOptions = WechatMpCallbacksOptions &
  PathOption &
  NamedOptions &
  SettlesOption<WechatMp>;
export type WechatMpCallbackModuleAsyncOptions = AsyncOptions<WechatMpCallbacksOptions & PathOption> &
  SettlesOption<WechatMp>;
export type WechatMpCallbackOptionsFactory = OptionsFactory<WechatMpCallbacksOptions & PathOption>;

/**
 * Receives the callbacks of an Official Account at `path`, on Express and Fastify, whatever body parsers, guards and filters
 * the application has. Methods with `@OnWechatMessage`, `@OnWechatEvent` and `@OnWechatAny` handle them; `WechatMpCallbacks` is injectable.
 *
 * When the application shuts down, nothing more is taken in, and handlers under way end before the clients close.
 *
 * Several accounts: one `forRoot` for each with a `name` and a `path`; decorators take the same `{ name }`.
 */
@Module({})
export class WechatMpCallbackModule {
  /** @throws {ConfigError} naming the wrong option, while the application starts */
  static forRoot(options: WechatMpCallbackModuleOptions): DynamicModule {
    return callbackModule(definition(), options);
  }

  /** Options from other providers, for example a config service; `settles` is told beside them. */
  static forRootAsync(options: WechatMpCallbackModuleAsyncOptions): DynamicModule {
    return asyncCallbackModule(definition(), options);
  }
}

function definition(): CallbackModuleDefinition<WechatMpCallbacksOptions, WechatMpCallbacks> {
  return {
    module: WechatMpCallbackModule,
    platform: 'WechatMpCallback',
    receiver: WechatMpCallbacks,
    accountOf: ({ appId }) => appId,
    create: (options) => new WechatMpCallbacks(options),
    settling: {
      clientName: 'WechatMp',
      settle: (callbacks, client: WechatMp) => callbacks.settleSends(client),
    },
  };
}

/** The injection token of a named account's receiver; of the only one where no name is given. */
export function getWechatMpCallbacksToken(name?: string): symbol {
  return clientToken('WechatMpCallback', name);
}

/** Injects the receiver of a named account. */
export function InjectWechatMpCallbacks(name?: string): ParameterDecorator & PropertyDecorator {
  return Inject(getWechatMpCallbacksToken(name));
}
