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
} from '@wetempo/core/nestjs';
import { WecomCallbacks, type WecomCallbacksOptions } from '../callback/index.js';

export type WecomCallbackModuleOptions = WecomCallbacksOptions & PathOption & NamedOptions;
export type WecomCallbackModuleAsyncOptions = AsyncOptions<WecomCallbacksOptions & PathOption>;
export type WecomCallbackOptionsFactory = OptionsFactory<WecomCallbacksOptions & PathOption>;

/**
 * Receives the callbacks of an app of a corp at `path`, on Express and Fastify, whatever body parsers, guards and filters
 * the application has. Methods with `@OnWecomMessage`, `@OnWecomEvent`, `@OnWecomCommand` and `@OnWecomAny` handle them; `WecomCallbacks` is injectable.
 *
 * When the application shuts down, nothing more is taken in, and handlers under way end before the clients close.
 *
 * Several accounts: one `forRoot` for each with a `name` and a `path`; decorators take the same `{ name }`.
 */
@Module({})
export class WecomCallbackModule {
  /** @throws {ConfigError} naming the wrong option, while the application starts */
  static forRoot(options: WecomCallbackModuleOptions): DynamicModule {
    return callbackModule(definition(), options);
  }

  /** Options from other providers, for example a config service. */
  static forRootAsync(options: WecomCallbackModuleAsyncOptions): DynamicModule {
    return asyncCallbackModule(definition(), options);
  }
}

function definition(): CallbackModuleDefinition<WecomCallbacksOptions, WecomCallbacks> {
  return {
    module: WecomCallbackModule,
    platform: 'WecomCallback',
    receiver: WecomCallbacks,
    accountOf: ({ corpId, agentId, suiteId }) => [corpId, agentId, suiteId].join('/'),
    create: (options) => new WecomCallbacks(options),
  };
}

/** The injection token of a named account's receiver; of the only one where no name is given. */
export function getWecomCallbacksToken(name?: string): symbol {
  return clientToken('WecomCallback', name);
}

/** Injects the receiver of a named account. */
export function InjectWecomCallbacks(name?: string): ParameterDecorator & PropertyDecorator {
  return Inject(getWecomCallbacksToken(name));
}
