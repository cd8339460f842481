import type { DynamicModule, InjectionToken, Type } from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost, ModulesContainer } from '@nestjs/core';
import { callbackAddress } from './callback-address.js';
import { CallbackApplication } from './callback-application.js';
import { CallbackHooks, type CallbackLife } from './callback-hooks.js';
import type { NestCallbackReceiver } from './callback-receiver.js';
import {
  type AsyncOptions,
  asyncClientModule,
  type ClientModuleDefinition,
  clientModule,
  clientToken,
  type NamedOptions,
} from './client-module.js';
import { closeQuietly } from './client-shutdown.js';
import { endBefore } from './client-users.js';

/** What a module's options have beside the receiver's own. */
export interface PathOption {
  /** Path of the URL that is set in the console, for example `wechat/callback`; also below the application's global prefix. */
  readonly path: string;
}

/** What `forRoot` and `forRootAsync` of a platform with delivery receipts take beside the options. */
export interface SettlesOption<Client extends object> {
  /**
   * The client whose sends are settled by the delivery receipts that come in: its class, its token, or `true` for the one of
   * the same `name`. @default none
   */
  readonly settles?: true | InjectionToken<Client> | undefined;
}

/** What the callback module of one platform is made of. */
export interface CallbackModuleDefinition<Options, Receiver extends NestCallbackReceiver> {
  /** The module class that users import. */
  readonly module: Type;
  /** For tokens, decorators and messages; the module is called so with `Module` after it: `WechatMpCallback`. */
  readonly platform: string;
  readonly receiver: Type<Receiver>;
  /** Tells accounts of the platform apart: appId, or corpId and agent. */
  accountOf(options: Options): string;
  create(options: Options): Receiver;
  /** Settles a client's sends by delivery receipts, where the platform has any. */
  readonly settling?: Settling<Receiver> | undefined;
}

interface Settling<Receiver> {
  /** As in `clientToken`, for `settles: true`: `WechatMp`. */
  readonly clientName: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever `settles` names is injected
  settle(receiver: Receiver, client: any): unknown;
}

type Beside = { readonly name?: string | undefined; readonly settles?: true | InjectionToken | undefined };

/** The dynamic module of `forRoot`. */
export function callbackModule<Options extends object, Receiver extends NestCallbackReceiver>(
  definition: CallbackModuleDefinition<Options, Receiver>,
  { settles, ...options }: NamedOptions & Beside & Options & PathOption,
): DynamicModule {
  const { name, isGlobal, ...own } = options;
  const made = clientDefinition(definition, { name, settles });
  // `own` is the receiver's options once our names are out; the compiler cannot see that.
  return clientModule(made, { ...(own as unknown as Options & PathOption), name, isGlobal });
}

/**
 * The dynamic module of `forRootAsync`.
 *
 * @throws {ConfigError} where not exactly one of `useFactory`, `useClass` and `useExisting` is given
 */
export function asyncCallbackModule<Options extends object, Receiver extends NestCallbackReceiver>(
  definition: CallbackModuleDefinition<Options, Receiver>,
  { settles, ...options }: AsyncOptions<Options & PathOption> & Beside,
): DynamicModule {
  return asyncClientModule(clientDefinition(definition, { name: options.name, settles }), options);
}

function clientDefinition<Options extends object, Receiver extends NestCallbackReceiver>(
  definition: CallbackModuleDefinition<Options, Receiver>,
  beside: Beside,
): ClientModuleDefinition<Options & PathOption, Receiver> {
  const { module, platform, receiver, settling } = definition;
  const client =
    beside.settles === true ? clientToken(settling?.clientName ?? '', beside.name) : beside.settles;
  return {
    module,
    clientName: platform,
    client: receiver,
    inject: [ModulesContainer, HttpAdapterHost, ApplicationConfig, ...(client === undefined ? [] : [client])],
    create: (options, modules, host, config, settled) =>
      open(definition, beside.name, options, { modules, host, config, settled }),
    shutdown: (opened) => new CallbackHooks(lives.get(opened) ?? noLife),
  };
}

/** What the application hands to a module. */
interface Surroundings {
  readonly modules: ModulesContainer;
  readonly host: HttpAdapterHost;
  readonly config: ApplicationConfig;
  readonly settled: object | undefined;
}

const lives = new WeakMap<object, CallbackLife>();
/** Of a receiver that is not ours: a test has put another in its place. */
const noLife: CallbackLife = { start: async () => {}, close: async () => {} };

function open<Options extends object, Receiver extends NestCallbackReceiver>(
  definition: CallbackModuleDefinition<Options, Receiver>,
  name: string | undefined,
  { path, ...options }: Options & PathOption,
  { modules, host, config, settled }: Surroundings,
): Receiver {
  const { platform } = definition;
  // `path` was all that is ours.
  const own = options as unknown as Options;
  const address = callbackAddress(path, `${platform}Module`);
  const application = CallbackApplication.of(modules);
  const wanted = { platform, name, account: definition.accountOf(own), address };
  return application.receiverOf(wanted, () => {
    const receiver = definition.create(own);
    let closing: Promise<void> | undefined;
    const life: CallbackLife = {
      start: () =>
        application.start({ adapter: host.httpAdapter ?? undefined, globalPrefix: config.getGlobalPrefix() }),
      close: () => {
        closing ??= closeQuietly('a receiver of callbacks', receiver);
        return closing;
      },
    };
    lives.set(receiver, life);
    if (settled !== undefined) {
      definition.settling?.settle(receiver, settled);
      endBefore(settled, life.close);
    }
    return receiver;
  });
}
