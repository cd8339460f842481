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
import { Wecom, type WecomOptions } from '../wecom.js';

export type WecomModuleOptions = WecomOptions & NamedOptions;
export type WecomModuleAsyncOptions = AsyncOptions<WecomOptions>;
export type WecomOptionsFactory = OptionsFactory<WecomOptions>;

/**
 * Makes `Wecom` injectable, and closes it when the application shuts down (`app.enableShutdownHooks()` for signals).
 *
 * Several apps: one `forRoot` for each with a `name`, injected by `@InjectWecom(name)`.
 */
@Module({})
export class WecomModule {
  /** @throws {ConfigError} naming the wrong option, while the application starts */
  static forRoot(options: WecomModuleOptions): DynamicModule {
    return clientModule(definition(), options);
  }

  /** Options from other providers, for example a config service. */
  static forRootAsync(options: WecomModuleAsyncOptions): DynamicModule {
    return asyncClientModule(definition(), options);
  }
}

function definition(): ClientModuleDefinition<WecomOptions, Wecom> {
  return {
    module: WecomModule,
    clientName: 'Wecom',
    client: Wecom,
    create: (options) => new Wecom(options),
  };
}

/** The injection token of a named app; of the only one where no name is given. */
export function getWecomToken(name?: string): symbol {
  return clientToken('Wecom', name);
}

/** Injects the client of a named app. */
export function InjectWecom(name?: string): ParameterDecorator & PropertyDecorator {
  return Inject(getWecomToken(name));
}
