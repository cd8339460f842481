import type { Dispatcher } from 'undici';
import { classifyFailure } from './transport-failure.js';
import type { UndiciExchange } from './undici-exchange.js';

/** The connections, whose library loads when they are first needed. */
export class LazyDispatcher {
  readonly #make: () => Promise<Dispatcher>;
  #dispatcher: Dispatcher | undefined;
  #opening: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(make: () => Promise<Dispatcher>) {
    this.#make = make;
  }

  open(): Promise<void> {
    this.#opening ??= this.#load();
    return this.#opening;
  }

  /** @param begin when the connections are there: an attempt's time does not begin before */
  dispatch(request: Dispatcher.DispatchOptions, begin: () => UndiciExchange): void {
    if (this.#dispatcher !== undefined) dispatchOver(this.#dispatcher, request, begin());
    else if (this.#closing !== undefined) begin().fail(closed);
    else this.#dispatchOnceOpen(request, begin);
  }

  #dispatchOnceOpen(request: Dispatcher.DispatchOptions, begin: () => UndiciExchange): void {
    this.open().then(
      () => this.dispatch(request, begin),
      (error: unknown) => begin().fail(classifyFailure(error, 'unsent')),
    );
  }

  /** Lets running requests end. A second call gives the first one's promise. */
  close(): Promise<void> {
    this.#closing ??= this.#closeOpened();
    return this.#closing;
  }

  async #load(): Promise<void> {
    try {
      this.#dispatcher = await this.#make();
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
