import type { Dispatcher } from 'undici';
import { classifyFailure } from './transport-failure.js';
import type { UndiciExchange } from './undici-exchange.js';

export type Undici = typeof import('undici');

/** The connections, whose library loads when they are first needed: it is a hundred files. */
export class LazyDispatcher {
  readonly #make: (undici: Undici) => Dispatcher;
  #dispatcher: Dispatcher | undefined;
  #opening: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(make: (undici: Undici) => Dispatcher) {
    this.#make = make;
  }

  open(): Promise<void> {
    this.#opening ??= this.#load();
    return this.#opening;
  }

  dispatch(request: Dispatcher.DispatchOptions, exchange: UndiciExchange): void {
    if (this.#dispatcher !== undefined) dispatchOver(this.#dispatcher, request, exchange);
    else if (this.#closing !== undefined) exchange.fail(closed);
    else this.#dispatchOnceOpen(request, exchange);
  }

  #dispatchOnceOpen(request: Dispatcher.DispatchOptions, exchange: UndiciExchange): void {
    this.open().then(
      () => this.dispatch(request, exchange),
      (error: unknown) => exchange.fail(classifyFailure(error, 'unsent')),
    );
  }

  /** Lets running requests end. A second call gives the first one's promise. */
  close(): Promise<void> {
    this.#closing ??= this.#closeOpened();
    return this.#closing;
  }

  async #load(): Promise<void> {
    try {
      this.#dispatcher = this.#make(await import('undici'));
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  async #closeOpened(): Promise<void> {
    await this.#opening?.catch(() => undefined);
    await this.#dispatcher?.close();
  }
}

const closed = { progress: 'unsent', reason: 'local', code: 'UND_ERR_CLOSED' } as const;

function dispatchOver(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  exchange: UndiciExchange,
): void {
  try {
    dispatcher.dispatch(request, exchange);
  } catch (error) {
    exchange.fail(classifyFailure(error, 'unsent'));
  }
}
