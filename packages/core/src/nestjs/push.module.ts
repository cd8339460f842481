import { type DynamicModule, Inject, type InjectionToken, Module } from '@nestjs/common';
import { checkOptions } from '../config/check-options.js';
import { ConfigError } from '../errors/errors.js';
import type { HasPushClient } from '../push/push-client.js';
import {
  type AsyncOptions,
  asyncClientModule,
  type ClientModuleDefinition,
  clientModule,
  clientToken,
  type NamedOptions,
  type OptionsFactory,
} from './client-module.js';
import { endBefore } from './client-users.js';
import { openPushEngine } from './open-push-engine.js';
import { type PushOptions, pushOptionsSchema } from './push-options.js';
import { PushShutdown } from './push-shutdown.js';
import { Pushes } from './pushes.js';

interface ClientOption {
  /** The class or the token of the platform's client that sends, for example `WechatMp` or `getWechatMpToken('shop')`. */
  readonly client: InjectionToken<HasPushClient>;
}

export type PushModuleOptions = PushOptions & NamedOptions & ClientOption;
export type PushModuleAsyncOptions = AsyncOptions<PushOptions> & ClientOption;
export type PushOptionsFactory = OptionsFactory<PushOptions>;

const defaultGraceMs = 10_000;

/**
 * Makes `Pushes` injectable: pushes of this process (`mode: 'local'`), or through a queue that any number of processes
 * work on.
 *
 * When the application shuts down (`app.enableShutdownHooks()` for signals), nothing more begins, what is under way ends,
 * and the rest is left to other processes; then worker, queue and client close, in this order. A process that is killed
 * meanwhile loses nothing either.
 *
 * Several accounts: one `forRoot` for each with a `name`, injected by `@InjectPushes(name)`.
 */
@Module({})
export class PushModule {
  /** @throws {ConfigError} naming the wrong option, while the application starts */
  static forRoot({ client, ...options }: PushModuleOptions): DynamicModule {
    return clientModule(definition(client), options);
  }

  /** Options from other providers, for example a config service; `client` is told beside them. */
  static forRootAsync({ client, ...options }: PushModuleAsyncOptions): DynamicModule {
    return asyncClientModule(definition(client), options);
  }
}

function definition(
  client: InjectionToken<HasPushClient> | undefined,
): ClientModuleDefinition<PushOptions, Pushes> {
  if (client === undefined) {
    throw new ConfigError('PushModule: client: must be the class or the token of the client that sends', {
      hint: 'Say for example `client: WechatMp`. It is undefined as well where two files import each other.',
    });
  }
  return {
    module: PushModule,
    clientName: 'Pushes',
    client: Pushes,
    inject: [client],
    create: openPushes,
    shutdown: (pushes) => new PushShutdown(pushes),
  };
}

async function openPushes(options: PushOptions, client: HasPushClient): Promise<Pushes> {
  checkOptions(pushOptionsSchema, options, 'PushModule');
  const engine = await openPushEngine(client, options);
  const pushes = new Pushes(engine, options.graceMs ?? defaultGraceMs);
  endBefore(client, () => pushes.close());
  return pushes;
}

/** The injection token of a named account's pushes; of the only ones where no name is given. */
export function getPushesToken(name?: string): symbol {
  return clientToken('Pushes', name);
}

/** Injects the pushes of a named account. */
export function InjectPushes(name?: string): ParameterDecorator & PropertyDecorator {
  return Inject(getPushesToken(name));
}
