import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Account } from './accounts/account.js';
import { type SimulatorTokens, tokenControls } from './accounts/token-controls.js';
import { SimulatorClock } from './clock/simulator-clock.js';
import { applyFault } from './faults/apply-fault.js';
import { FaultBook } from './faults/fault-book.js';
import { RequestLog, type RequestLogEntry } from './log/request-log.js';
import { type Delivery, DeliveryLog } from './messages/delivery-log.js';
import { checkOptions } from './options/check-options.js';
import { SimulatorOptionError } from './options/option-error.js';
import type { SimulatorOptions } from './options/options.js';
import { Platform } from './platform.js';
import { SeededRandom } from './random/seeded-random.js';
import { ROUTES } from './routes/index.js';
import { HttpExchange } from './server/http-exchange.js';
import { type IncomingRequest, readRequest } from './server/incoming-request.js';
import { processRequest } from './server/process-request.js';
import type { Route } from './server/route.js';
import { SimulatorServer } from './server/simulator-server.js';

/**
 * A fake WeChat platform on a port of this machine. Point a client's base URL at `url`; then look at `deliveries` and
 * `requests`, and make things go wrong with `faults`.
 */
export class Simulator {
  readonly faults: FaultBook;
  readonly tokens: SimulatorTokens;
  /** The time of the platform. `advance` moves it on without waiting. */
  readonly clock: SimulatorClock;
  readonly #options: SimulatorOptions;
  readonly #random: SeededRandom;
  readonly #log: RequestLog;
  readonly #deliveries: DeliveryLog;
  readonly #server: SimulatorServer;
  readonly #routes = new Map<string, Route>(ROUTES.map((route) => [route.path, route]));
  #platform: Platform;
  #url = '';
  #lastNumber = 0;

  /** Use {@link startSimulator}, which also checks the options. */
  constructor(options: SimulatorOptions) {
    this.#options = options;
    this.clock = clockFrom(options.clock);
    this.#random = new SeededRandom(options.seed ?? 1);
    this.#log = new RequestLog(options.log === false ? 0 : (options.maxLog ?? 100_000));
    this.#deliveries = new DeliveryLog(options.firstMsgid ?? '2000000000000000001');
    this.#platform = this.#newPlatform();
    this.faults = new FaultBook(this.#random);
    this.tokens = tokenControls(() => this.#platform);
    this.#server = new SimulatorServer({
      host: options.host ?? '127.0.0.1',
      keepAliveMs: options.keepAliveMs ?? 75_000,
      refusesConnection: () => this.faults.refusesConnection(),
      onRequest: (message, raw, response) => this.#onRequest(message, raw, response),
    });
  }

  /** Where to call, such as `http://127.0.0.1:34567`. */
  get url(): string {
    return this.#url;
  }

  /** Every message that was delivered, in order. */
  get deliveries(): readonly Delivery[] {
    return this.#deliveries.all;
  }

  deliveredTo(openid: string): Delivery[] {
    return this.deliveriesOf((delivery) => delivery.openid === openid);
  }

  deliveriesOf(predicate: (delivery: Delivery) => boolean): Delivery[] {
    return this.#deliveries.all.filter(predicate);
  }

  /** The newest requests, also those that a fault cut; not those whose connection was refused. */
  get requests(): readonly RequestLogEntry[] {
    return this.#log.all;
  }

  /** How many requests came for this path, such as `/cgi-bin/stable_token`. Counted also where the log is off. */
  hits(path: string): number {
    return this.#log.hits(path);
  }

  /** @throws SimulatorOptionError when there is no such account */
  account(appId: string): Account {
    const account = this.#platform.findAccount(appId);
    if (account !== undefined) return account;
    throw new SimulatorOptionError(
      'appId',
      appId,
      this.#platform.accounts.map((known) => known.appId).join(' or '),
    );
  }

  /** Forgets deliveries, requests, faults, tokens, quotas and everything else but the options and the time. */
  reset(): void {
    this.faults.clear();
    this.#log.clear();
    this.#deliveries.clear();
    this.#platform = this.#newPlatform();
  }

  /** Called by {@link startSimulator}; after `unplug`, opens the same port again. */
  async plug(): Promise<void> {
    const port = this.#url === '' ? (this.#options.port ?? 0) : Number(new URL(this.#url).port);
    this.#url = await this.#server.listen(port);
  }

  /** Cuts every connection and closes the port: callers get ECONNREFUSED until `plug`. Nothing is forgotten. */
  unplug(): Promise<void> {
    return this.#server.close();
  }

  /** Frees the port and cuts every connection. */
  close(): Promise<void> {
    return this.#server.close();
  }

  #newPlatform(): Platform {
    return new Platform(this.#options, this.clock, this.#random, this.#deliveries);
  }

  #onRequest(message: IncomingMessage, raw: Buffer, response: ServerResponse): void {
    this.#lastNumber += 1;
    const request = readRequest(this.#lastNumber, message, raw);
    const platform = this.#platform;
    const entry = logEntryOf(request, platform);
    this.#log.add(entry);
    const exchange = new HttpExchange({
      request,
      response,
      platform,
      entry,
      process: () => processRequest(request, platform, this.#routes),
      latencyMs: () => this.#latencyMs(),
    });
    const fault = this.faults.strike({ path: request.path, appId: entry.appId, openid: openidOf(request) });
    if (fault !== undefined) {
      entry.fault = fault.kind;
      applyFault(fault, exchange);
    } else {
      exchange.answer();
    }
  }

  #latencyMs(): number {
    const { latencyMs = 0 } = this.#options;
    if (typeof latencyMs === 'number') return latencyMs;
    const [min, max] = latencyMs;
    return min + (max - min) * this.#random.next();
  }
}

/**
 * Starts a fake platform and waits until it can be called.
 * @throws SimulatorOptionError naming the option that is wrong
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  checkOptions(options);
  const simulator = new Simulator(options);
  await simulator.plug();
  return simulator;
}

function clockFrom(clock: SimulatorOptions['clock']): SimulatorClock {
  if (clock instanceof SimulatorClock) return clock;
  return new SimulatorClock(clock !== undefined && 'now' in clock ? { source: clock } : clock);
}

function logEntryOf(request: IncomingRequest, platform: Platform): RequestLogEntry {
  const query: Record<string, string> = {};
  let token: string | undefined;
  for (const [name, value] of request.query) {
    if (name === 'access_token') token = value;
    else query[name] = value;
  }
  return {
    number: request.number,
    at: platform.clock.now(),
    method: request.method,
    path: request.path,
    query,
    token,
    body: bodyOf(request),
    headers: request.headers,
    appId: appIdOf(request, token, platform),
  };
}

function bodyOf({ body }: IncomingRequest): unknown {
  if (body.form === 'json') return body.value;
  return body.form === 'unreadable' ? body.text : undefined;
}

function appIdOf(
  request: IncomingRequest,
  token: string | undefined,
  platform: Platform,
): string | undefined {
  if (token !== undefined) return platform.tokenIndex.find(token)?.appId;
  const named = request.body.form === 'json' ? request.body.value.appid : request.query.get('appid');
  return typeof named === 'string' ? platform.findAccount(named)?.appId : undefined;
}

function openidOf({ body }: IncomingRequest): string | undefined {
  if (body.form !== 'json') return undefined;
  const named = body.value.touser ?? body.value.openid;
  return typeof named === 'string' ? named : undefined;
}
