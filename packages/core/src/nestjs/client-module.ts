import type {
  DynamicModule,
  FactoryProvider,
  InjectionToken,
  ModuleMetadata,
  OptionalFactoryDependency,
  Provider,
  Type,
} from '@nestjs/common';
import { ConfigError } from '../errors/errors.js';
import { ClientShutdown, type Closable } from './client-shutdown.js';

/** What a module's options have beside the client's own. */
export interface NamedOptions {
  /** Tells several accounts in one application apart. @default the only one, injected by its class */
  name?: string | undefined;
  /** Whether other modules may inject the client without importing this module. @default true */
  isGlobal?: boolean | undefined;
}

/** A provider class that makes the client's options. */
export interface OptionsFactory<Options> {
  createOptions(): Options | Promise<Options>;
}

/** How options are had that depend on other providers: exactly one of `useFactory`, `useClass` and `useExisting`. */
export interface AsyncOptions<Options> extends NamedOptions, Pick<ModuleMetadata, 'imports'> {
  inject?: (InjectionToken | OptionalFactoryDependency)[] | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: Nest passes whatever `inject` names
  useFactory?: ((...dependencies: any[]) => Options | Promise<Options>) | undefined;
  useClass?: Type<OptionsFactory<Options>> | undefined;
  useExisting?: InjectionToken<OptionsFactory<Options>> | undefined;
}

/** What the module of one platform is made of. */
export interface ClientModuleDefinition<Options, Client extends Closable> {
  /** The module class that users import. */
  readonly module: Type;
  /** For tokens and messages, for example `WechatMp`. */
  readonly clientName: string;
  readonly client: Type<Client>;
  /** Other providers that `create` is given after the options. @default none */
  readonly inject?: readonly InjectionToken[] | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: Nest passes whatever `inject` names
  create(options: Options, ...dependencies: any[]): Client | Promise<Client>;
  /** A provider whose hooks end the client. @default one that closes it after all others have shut down */
  shutdown?(client: Client): object;
}

/** `Symbol.for`, so that the ESM and the CJS copy of a package in one process mean the same client. */
export function clientToken(clientName: string, name = 'default'): symbol {
  return Symbol.for(`wetempo.${clientName}.${name}`);
}

/** The dynamic module of `forRoot`. */
export function clientModule<Options, Client extends Closable>(
  definition: ClientModuleDefinition<Options, Client>,
  { name, isGlobal, ...options }: NamedOptions & Options,
): DynamicModule {
  // A factory, not a value: Nest walks through values, and these may hold a live Redis client (F140).
  // `options` is `Options` again once the two names of ours are out; the compiler cannot see that.
  const factory = { useFactory: () => options as Options };
  return assemble(definition, { name, isGlobal, imports: [] }, factory, []);
}

/**
 * The dynamic module of `forRootAsync`.
 *
 * @throws {ConfigError} where not exactly one of `useFactory`, `useClass` and `useExisting` is given
 */
export function asyncClientModule<Options, Client extends Closable>(
  definition: ClientModuleDefinition<Options, Client>,
  options: AsyncOptions<Options>,
): DynamicModule {
  const { useFactory, useClass, useExisting, inject = [] } = options;
  const given = [useFactory, useClass, useExisting].filter((way) => way !== undefined);
  if (given.length !== 1) {
    throw new ConfigError(
      `${definition.clientName}Module.forRootAsync: give exactly one of useFactory, useClass and useExisting, got ${given.length}`,
    );
  }
  if (useFactory !== undefined) return assemble(definition, options, { useFactory, inject }, []);
  const source = useExisting ?? useClass;
  const fromSource = {
    useFactory: (factory: OptionsFactory<Options>) => factory.createOptions(),
    inject: source === undefined ? [] : [source],
  };
  return assemble(definition, options, fromSource, useClass === undefined ? [] : [useClass]);
}

type OptionsSource<Options> = Pick<AsyncOptions<Options>, 'inject'> & {
  useFactory: FactoryProvider<Options>['useFactory'];
};

function assemble<Options, Client extends Closable>(
  definition: ClientModuleDefinition<Options, Client>,
  { name, isGlobal = true, imports = [] }: Pick<AsyncOptions<Options>, 'name' | 'isGlobal' | 'imports'>,
  { useFactory, inject = [] }: OptionsSource<Options>,
  extra: Provider[],
): DynamicModule {
  const token = clientToken(definition.clientName, name);
  const optionsToken = Symbol(`${definition.clientName} options`);
  const shutdownToken = Symbol(`${definition.clientName} shutdown`);
  const create = definition.create.bind(definition);
  const shutdown = definition.shutdown ?? ((client: Client) => new ClientShutdown(client));
  const providers: Provider[] = [
    ...extra,
    { provide: optionsToken, useFactory, inject },
    { provide: token, useFactory: create, inject: [optionsToken, ...(definition.inject ?? [])] },
    { provide: shutdownToken, useFactory: shutdown, inject: [token] },
  ];
  const exported: InjectionToken[] = [token];
  if (name === undefined) {
    providers.push({ provide: definition.client, useExisting: token });
    exported.push(definition.client);
  }
  return { module: definition.module, global: isGlobal, imports, providers, exports: exported };
}
