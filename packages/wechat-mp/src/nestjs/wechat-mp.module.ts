import { type DynamicModule, Inject, Module } from '@nestjs/common';
import {
  type AsyncOptions,
  asyncClientModule,
  type ClientModuleDefinition,
  clientModule,
  clientToken,
  type NamedOptions,
  type OptionsFactory,
} from '@wetempo/core/nestjs';
import { WechatMp, type WechatMpOptions } from '../wechat-mp.js';

export type WechatMpModuleOptions = WechatMpOptions & NamedOptions;
export type WechatMpModuleAsyncOptions = AsyncOptions<WechatMpOptions>;
export type WechatMpOptionsFactory = OptionsFactory<WechatMpOptions>;

/**
 * Makes `WechatMp` injectable, and closes it when the application shuts down (`app.enableShutdownHooks()` for signals).
 *
 * Several accounts: one `forRoot` for each with a `name`, injected by `@InjectWechatMp(name)`.
 */
@Module({})
export class WechatMpModule {
  /** @throws {ConfigError} naming the wrong option, while the application starts */
  static forRoot(options: WechatMpModuleOptions): DynamicModule {
    return clientModule(definition(), options);
  }

  /** Options from other providers, for example a config service. */
  static forRootAsync(options: WechatMpModuleAsyncOptions): DynamicModule {
    return asyncClientModule(definition(), options);
  }
}

function definition(): ClientModuleDefinition<WechatMpOptions, WechatMp> {
  return {
    module: WechatMpModule,
    clientName: 'WechatMp',
    client: WechatMp,
    create: (options) => new WechatMp(options),
  };
}

/** The injection token of a named account; of the only one where no name is given. */
export function getWechatMpToken(name?: string): symbol {
  return clientToken('WechatMp', name);
}

/** Injects the client of a named account. */
export function InjectWechatMp(name?: string): ParameterDecorator & PropertyDecorator {
  return Inject(getWechatMpToken(name));
}
