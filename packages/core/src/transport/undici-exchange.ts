import type { GenericAbortSignal } from 'axios';
import type { Dispatcher } from 'undici';
import type { TransportFailure } from '../verdict/verdict.js';
import { decodeContent, isTooLarge } from './content-encoding.js';
import { classifyFailure } from './transport-failure.js';

/** What undici heard. Its names of headers are in lower case. */
export interface Heard {
  readonly type: 'response';
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** How one request over undici ended. */
export type Exchanged = Heard | { readonly type: 'failure'; readonly failure: TransportFailure };

export interface ExchangeBounds {
  /** From the first connect to the last byte; 0 or `undefined`: no end. */
  readonly timeoutMs: number | undefined;
  readonly signal: GenericAbortSignal | undefined;
  readonly maxAnswerBytes: number;
}

/** Thrown into undici to drop a request that nobody waits for any more; the connection stays good. */
const dropped = new Error('dropped before it was written');

/** One request on its way through undici. Tells its end once, whatever else happens. */
export class UndiciExchange implements Dispatcher.DispatchHandler {
  readonly #bounds: ExchangeBounds;
  readonly #onEnd: (end: Exchanged) => void;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #onAbort: (() => void) | undefined;
  #first: Buffer | undefined;
  #more: Buffer[] | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #ended = false;
  #status = 0;
  #headers: Heard['headers'] = {};

  constructor(bounds: ExchangeBounds, onEnd: (end: Exchanged) => void) {
    this.#bounds = bounds;
    this.#onEnd = onEnd;
    if (bounds.timeoutMs) this.#timer = setTimeout(onTimeout, bounds.timeoutMs, this);
    if (bounds.signal === undefined) return;
    this.#onAbort = () => this.stop('aborted', 'ERR_CANCELED');
    bounds.signal.addEventListener?.('abort', this.#onAbort);
    // While the connections were opened.
    if (bounds.signal.aborted) this.#onAbort();
  }

  /** undici is about to write. A second time means that it lost the first connection: we never write a request twice. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#ended) throw dropped;
    if (this.#controller) {
      this.fail({ progress: 'sent', reason: 'reset', code: 'ECONNRESET' });
      throw dropped;
    }
    this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Heard['headers'],
  ): void {
    this.#status = status;
    this.#headers = headers;
  }

  /** Nearly every answer comes in one piece. */
  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#first === undefined) this.#first = chunk;
    else if (this.#more === undefined) this.#more = [this.#first, chunk];
    else this.#more.push(chunk);
  }

  onResponseEnd(): void {
    const body = this.#more === undefined ? (this.#first ?? noBytes) : Buffer.concat(this.#more);
    const encoding = this.#headers['content-encoding'];
    if (encoding === undefined) this.#succeed(body);
    else this.#decode(body, encoding.toString());
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(classifyFailure(error, this.#progress));
  }

  stop(reason: TransportFailure['reason'], code: string): void {
    this.fail({ progress: this.#progress, reason, code });
    this.#controller?.abort(dropped);
  }

  get #progress(): TransportFailure['progress'] {
    return this.#controller ? 'sent' : 'unsent';
  }

  #decode(body: Buffer, encoding: string): void {
    decodeContent(body, encoding, this.#bounds.maxAnswerBytes).then(
      (decoded) => this.#succeed(decoded),
      (error: unknown) => {
        // A refusal counts by its status: an empty 429 that claims to be gzip is a 429. What was granted has to be readable.
        if (isRefusal(this.#status) && !isTooLarge(error)) this.#succeed(body);
        else this.fail(classifyFailure(error, 'sent'));
      },
    );
  }

  #succeed(body: Buffer): void {
    this.#end({ type: 'response', status: this.#status, headers: this.#headers, body });
  }

  fail(failure: TransportFailure): void {
    this.#end({ type: 'failure', failure });
  }

  /** Only the first end counts: a time-out, an abort and undici may all report one. */
  #end(end: Exchanged): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    if (this.#onAbort) this.#bounds.signal?.removeEventListener?.('abort', this.#onAbort);
    this.#onEnd(end);
  }
}

const noBytes = Buffer.alloc(0);

const isRefusal = (status: number) => status < 200 || status > 299;

/** A busy process is late for its timers and for its answers alike: what has arrived by now is read first. */
function onTimeout(exchange: UndiciExchange): void {
  setImmediate(() => exchange.stop('timeout', 'ETIMEDOUT'));
}
