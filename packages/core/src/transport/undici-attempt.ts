import type { AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { AxiosHeaders } from 'axios';
import type { Dispatcher } from 'undici';
import type { TransportFailure } from '../verdict/verdict.js';
import { AttemptError } from './attempt-error.js';
import { decodeContent } from './content-encoding.js';
import { classifyFailure } from './transport-failure.js';

/** undici's names are in lower case already; axios' normalising would go over them four times per answer. */
class AnswerHeaders extends AxiosHeaders {
  constructor(headers: Record<string, string | string[] | undefined>) {
    super();
    Object.assign(this, headers);
  }

  override normalize(): this {
    return this;
  }
}

/** Thrown into undici to drop a request that nobody waits for any more; the connection stays good. */
const dropped = new Error('dropped before it was written');

/** One request on its way through undici, and the promise of its answer. */
export class UndiciAttempt implements Dispatcher.DispatchHandler {
  readonly #config: InternalAxiosRequestConfig;
  readonly #maxAnswerBytes: number;
  readonly #resolve: (response: AxiosResponse) => void;
  readonly #reject: (error: AttemptError) => void;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #settled = false;
  #status = 0;
  #headers: Record<string, string | string[] | undefined> = {};

  constructor(
    config: InternalAxiosRequestConfig,
    maxAnswerBytes: number,
    resolve: (response: AxiosResponse) => void,
    reject: (error: AttemptError) => void,
  ) {
    this.#config = config;
    this.#maxAnswerBytes = maxAnswerBytes;
    this.#resolve = resolve;
    this.#reject = reject;
    if (config.timeout) this.#timer = setTimeout(this.#onTimeout, config.timeout);
    config.signal?.addEventListener?.('abort', this.#onAbort);
  }

  /** undici is about to write. A second time means that it lost the first connection: we never write a request twice. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) throw dropped;
    if (this.#controller) {
      this.#end({ progress: 'sent', reason: 'reset', code: 'ECONNRESET' });
      throw dropped;
    }
    this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first] = this.#chunks;
    const body = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks);
    const encoding = this.#headers['content-encoding'];
    if (typeof encoding === 'string') this.#decode(body, encoding);
    else this.#succeed(body);
  }

  #decode(body: Buffer, encoding: string): void {
    decodeContent(body, encoding, this.#maxAnswerBytes).then(
      (decoded) => this.#succeed(decoded),
      (error: unknown) => this.#end(classifyFailure(error, 'sent')),
    );
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end(classifyFailure(error, this.#progress));
  }

  get #progress(): TransportFailure['progress'] {
    return this.#controller ? 'sent' : 'unsent';
  }

  /** A busy process is late for its timers and for its answers alike: what has arrived by now is read first. */
  #onTimeout = (): void => {
    setImmediate(() => this.#stop('timeout', 'ETIMEDOUT'));
  };

  #onAbort = (): void => this.#stop('aborted', 'ERR_CANCELED');

  #stop(reason: TransportFailure['reason'], code: string): void {
    this.#end({ progress: this.#progress, reason, code });
    this.#controller?.abort(dropped);
  }

  #succeed(data: Buffer): void {
    if (!this.#settle()) return;
    this.#resolve({
      data,
      status: this.#status,
      statusText: '',
      headers: new AnswerHeaders(this.#headers),
      config: this.#config,
    });
  }

  #end(failure: TransportFailure): void {
    if (this.#settle()) this.#reject(new AttemptError(failure, this.#config));
  }

  /** False where somebody else was faster: a time-out, an abort and undici may all report one end. */
  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#config.signal?.removeEventListener?.('abort', this.#onAbort);
    return true;
  }
}
