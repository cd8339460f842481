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
import { MiniProgram, type MiniProgramOptions } from '../mini-program.js';

export type MiniProgramModuleOptions = MiniProgramOptions & NamedOptions;
export type MiniProgramModuleAsyncOptions = AsyncOptions<MiniProgramOptions>;
export type MiniProgramOptionsFactory = OptionsFactory<MiniProgramOptions>;

/**
 * Makes `MiniProgram` injectable, and closes it when the application shuts down (`app.enableShutdownHooks()` for signals).
 *
 * Several accounts: one `forRoot` for each with a `name`, injected by `@InjectMiniProgram(name)`.
 */
@Module({})
export class MiniProgramModule {
  /** @throws {ConfigError} naming the wrong option, while the application starts */
  static forRoot(options: MiniProgramModuleOptions): DynamicModule {
    return clientModule(definition(), options);
  }

  /** Options from other providers, for example a config service. */
  static forRootAsync(options: MiniProgramModuleAsyncOptions): DynamicModule {
    return asyncClientModule(definition(), options);
  }
}

function definition(): ClientModuleDefinition<MiniProgramOptions, MiniProgram> {
  return {
    module: MiniProgramModule,
    clientName: 'MiniProgram',
    client: MiniProgram,
    create: (options) => new MiniProgram(options),
  };
}

/** The injection token of a named account; of the only one where no name is given. */
export function getMiniProgramToken(name?: string): symbol {
  return clientToken('MiniProgram', name);
}

/** Injects the client of a named account. */
export function InjectMiniProgram(name?: string): ParameterDecorator & PropertyDecorator {
  return Inject(getMiniProgramToken(name));
}
