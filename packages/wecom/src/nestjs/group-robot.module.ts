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
import { GroupRobot, type GroupRobotOptions } from '../robot/index.js';

export type GroupRobotModuleOptions = GroupRobotOptions & NamedOptions;
export type GroupRobotModuleAsyncOptions = AsyncOptions<GroupRobotOptions>;
export type GroupRobotOptionsFactory = OptionsFactory<GroupRobotOptions>;

/**
 * Makes `GroupRobot` injectable, and closes it when the application shuts down (`app.enableShutdownHooks()` for signals).
 *
 * Several robots: one `forRoot` for each with a `name`, injected by `@InjectGroupRobot(name)`.
 */
@Module({})
export class GroupRobotModule {
  /** @throws {ConfigError} naming the wrong option, while the application starts */
  static forRoot(options: GroupRobotModuleOptions): DynamicModule {
    return clientModule(definition(), options);
  }

  /** Options from other providers, for example a config service. */
  static forRootAsync(options: GroupRobotModuleAsyncOptions): DynamicModule {
    return asyncClientModule(definition(), options);
  }
}

function definition(): ClientModuleDefinition<GroupRobotOptions, GroupRobot> {
  return {
    module: GroupRobotModule,
    clientName: 'GroupRobot',
    client: GroupRobot,
    create: (options) => new GroupRobot(options),
  };
}

/** The injection token of a named robot; of the only one where no name is given. */
export function getGroupRobotToken(name?: string): symbol {
  return clientToken('GroupRobot', name);
}

/** Injects the client of a named robot. */
export function InjectGroupRobot(name?: string): ParameterDecorator & PropertyDecorator {
  return Inject(getGroupRobotToken(name));
}
