import type { ModulesContainer } from '@nestjs/core';
import { ConfigError } from '../errors/errors.js';
import { pathnameOf, pathnamesOf } from './callback-address.js';
import { type FoundHandler, findHandlers } from './callback-handlers.js';
import type { NestCallbackReceiver } from './callback-receiver.js';
import { type Tap, type TappedAdapter, tapAdapter } from './callback-tap.js';

/** One account's callbacks in an application. */
export interface CallbackBinding {
  /** The module's name for messages, and what its decorators name: `WechatMpCallback`. */
  readonly platform: string;
  /** Tells accounts of the platform apart. */
  readonly name: string | undefined;
  /** appId or the like: what makes two modules of one name the same. */
  readonly account: string;
  readonly address: string;
  readonly receiver: NestCallbackReceiver;
}

/** How the application is reached. */
export interface CallbackServer {
  /** Absent where the application has no HTTP server. */
  readonly adapter: TappedAdapter | undefined;
  readonly globalPrefix: string;
}

const applications = new WeakMap<ModulesContainer, CallbackApplication>();

/** All callback modules of one application, of all platforms. */
export class CallbackApplication {
  readonly #modules: ModulesContainer;
  readonly #bindings: CallbackBinding[] = [];
  #started: Promise<void> | undefined;

  private constructor(modules: ModulesContainer) {
    this.#modules = modules;
  }

  /** Two applications of a process, or of a test, know nothing of each other. */
  static of(modules: ModulesContainer): CallbackApplication {
    const known = applications.get(modules) ?? new CallbackApplication(modules);
    applications.set(modules, known);
    return known;
  }

  /**
   * The receiver of an account. A module that is imported twice, each time by a call of its own, has one (F139).
   *
   * @throws {ConfigError} where another account has the name or the address
   */
  receiverOf<Receiver extends NestCallbackReceiver>(
    wanted: Omit<CallbackBinding, 'receiver'>,
    open: () => Receiver,
  ): Receiver {
    const { platform, name, account, address } = wanted;
    const sameName = this.#bindings.find((other) => other.platform === platform && other.name === name);
    if (sameName?.account === account && sameName.address === address) {
      // The platform's own receiver: nothing else is bound under its platform.
      return sameName.receiver as Receiver;
    }
    if (sameName !== undefined) throw nameTaken(wanted);
    const sameAddress = this.#bindings.find((other) => other.address === address);
    if (sameAddress !== undefined) throw addressTaken(wanted, sameAddress);
    const receiver = open();
    this.#bindings.push({ ...wanted, receiver });
    return receiver;
  }

  /**
   * Connects handlers, receivers and the server; once, however many modules ask.
   *
   * @throws {ConfigError} where a handler cannot be connected
   */
  start(server: CallbackServer): Promise<void> {
    this.#started ??= this.#start(server);
    return this.#started;
  }

  async #start({ adapter, globalPrefix }: CallbackServer): Promise<void> {
    for (const found of findHandlers(this.#modules)) this.#connect(found);
    if (adapter !== undefined) tapAdapter(adapter, this.#tap(globalPrefix));
    // Not before all handlers are there: events that a dead process left behind may be handled from here on.
    await Promise.all(this.#bindings.map(({ receiver }) => receiver.ready()));
  }

  #connect({ mark, title, handler }: FoundHandler): void {
    const ofPlatform = this.#bindings.filter(({ platform }) => platform === mark.platform);
    // Its module is not part of this application: a process that only shares the class.
    if (ofPlatform.length === 0) return;
    const binding = ofPlatform.find(({ name }) => name === mark.account);
    if (binding === undefined) throw accountMissing(title, mark.account, ofPlatform);
    const { receiver } = binding;
    if (mark.kind === 'any') receiver.onAny(handler);
    else if (mark.kind === 'message') receiver.onMessage(mark.event, handler);
    else if (mark.kind === 'event') receiver.onEvent(mark.event, handler);
    else receiver.onCommand(mark.event, handler);
  }

  #tap(globalPrefix: string): Tap {
    const answers = new Map<string, ReturnType<NestCallbackReceiver['requestHandler']>>();
    for (const { address, receiver } of this.#bindings) {
      const answer = receiver.requestHandler();
      for (const pathname of pathnamesOf(address, globalPrefix)) answers.set(pathname, answer);
    }
    // A server may have several listeners, each of which is asked.
    const taken = new WeakSet<object>();
    return (request, response) => {
      if (taken.has(request)) return true;
      const answer = answers.get(pathnameOf(request.url ?? '/'));
      if (answer === undefined) return false;
      taken.add(request);
      answer(request, response);
      return true;
    };
  }
}

const called = (name: string | undefined) => (name === undefined ? 'without a name' : `named "${name}"`);

function nameTaken({ platform, name }: Omit<CallbackBinding, 'receiver'>): ConfigError {
  return new ConfigError(`two ${platform}Modules are ${called(name)}, but for different accounts or paths`, {
    hint: 'Give each account a `name` of its own, and its handlers the same: `{ name }` after the name of the event.',
  });
}

function addressTaken(wanted: Omit<CallbackBinding, 'receiver'>, other: CallbackBinding): ConfigError {
  return new ConfigError(
    `the path ${wanted.address} is given to the ${wanted.platform}Module ${called(wanted.name)} and to the ` +
      `${other.platform}Module ${called(other.name)}`,
    { hint: 'Give each account a path of its own.' },
  );
}

function accountMissing(
  title: string,
  account: string | undefined,
  present: readonly CallbackBinding[],
): ConfigError {
  const names = present.map(({ name }) => called(name)).join(', ');
  return new ConfigError(`${title} handles callbacks of an account ${called(account)}; there is: ${names}`, {
    hint: 'Say whose callbacks it handles: `{ name }` after the name of the event, as in the module.',
  });
}
