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
import { MiniProgramCallbacks, type MiniProgramCallbacksOptions } from '../callback/index.js';
import type { MiniProgram } from '../mini-program.js';

export type MiniProgramCallbackModuleOptions = MiniProgramCallbacksOptions &
  PathOption &
  NamedOptions &
  SettlesOption<MiniProgram>;
export type MiniProgramCallbackModuleAsyncOptions = AsyncOptions<MiniProgramCallbacksOptions & PathOption> &
  SettlesOption<MiniProgram>;
export type MiniProgramCallbackOptionsFactory = OptionsFactory<MiniProgramCallbacksOptions & PathOption>;

/**
 * Receives the callbacks of an Mini Program at `path`, on Express and Fastify, whatever body parsers, guards and filters
 * the application has. Methods with `@OnMiniProgramMessage`, `@OnMiniProgramEvent` and `@OnMiniProgramAny` handle them; `MiniProgramCallbacks` is injectable.
 *
 * When the application shuts down, nothing more is taken in, and handlers under way end before the clients close.
 *
 * Several accounts: one `forRoot` for each with a `name` and a `path`; decorators take the same `{ name }`.
 */
@Module({})
export class MiniProgramCallbackModule {
  /** @throws {ConfigError} naming the wrong option, while the application starts */
  static forRoot(options: MiniProgramCallbackModuleOptions): DynamicModule {
    return callbackModule(definition(), options);
  }

  /** Options from other providers, for example a config service; `settles` is told beside them. */
  static forRootAsync(options: MiniProgramCallbackModuleAsyncOptions): DynamicModule {
    return asyncCallbackModule(definition(), options);
  }
}

function definition(): CallbackModuleDefinition<MiniProgramCallbacksOptions, MiniProgramCallbacks> {
  return {
    module: MiniProgramCallbackModule,
    platform: 'MiniProgramCallback',
    receiver: MiniProgramCallbacks,
    accountOf: ({ appId }) => appId,
    create: (options) => new MiniProgramCallbacks(options),
    settling: {
      clientName: 'MiniProgram',
      settle: (callbacks, client: MiniProgram) => callbacks.settleSends(client),
    },
  };
}

/** The injection token of a named account's receiver; of the only one where no name is given. */
export function getMiniProgramCallbacksToken(name?: string): symbol {
  return clientToken('MiniProgramCallback', name);
}

/** Injects the receiver of a named account. */
export function InjectMiniProgramCallbacks(name?: string): ParameterDecorator & PropertyDecorator {
  return Inject(getMiniProgramCallbacksToken(name));
}
