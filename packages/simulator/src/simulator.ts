import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Account } from './accounts/account.js';
import { accountFinder, agentsOf, corpFinder } from './accounts/account-finder.js';
import { type SimulatorTokens, tokenControls } from './accounts/token-controls.js';
import { type SimulatorUsers, userControls } from './accounts/user-controls.js';
import type { SimulatorCallbacks } from './callbacks/callback-book.js';
import { SimulatorClock } from './clock/simulator-clock.js';
import type { Agent } from './corps/agent.js';
import type { Corp } from './corps/corp.js';
import { applyFault } from './faults/apply-fault.js';
import { FaultBook, type SimulatorFaults } from './faults/fault-book.js';
import { logEntryOf, openidOf } from './log/log-entry.js';
import { RequestLog, type RequestLogEntry } from './log/request-log.js';
import { type TrafficBucket, TrafficLog } from './log/traffic-log.js';
import { DeliveryJournal } from './messages/delivery-journal.js';
import { type Delivery, DeliveryLog } from './messages/delivery-log.js';
import { SimulatorOptionError } from './options/option-error.js';
import type { SimulatorOptions } from './options/options.js';
import { Platform } from './platform.js';
import { SeededRandom } from './random/seeded-random.js';
import { routingTable } from './routes/index.js';
import type { Answer } from './server/answer.js';
import { HttpExchange, writeAnswer } from './server/http-exchange.js';
import { type IncomingRequest, isControl, readRequest } from './server/incoming-request.js';
import { processRequest } from './server/process-request.js';
import type { Route } from './server/route.js';
import { SimulatorServer } from './server/simulator-server.js';

/** Answers a request that is not for the platform but for the simulator itself. */
export type AnswerControl = (request: IncomingRequest, simulator: Simulator) => Promise<Answer>;

/**
 * A fake WeChat platform on a port of this machine. Point a client's base URL at `url`; then look at `deliveries` and
 * `requests`, and make things go wrong with `faults`.
 */
export class Simulator {
  readonly tokens: SimulatorTokens;
  readonly users: SimulatorUsers;
  /** The time of the platform. `advance` moves it on without waiting. */
  readonly clock: SimulatorClock;
  readonly #options: SimulatorOptions;
  readonly #faultBook: FaultBook;
  readonly #answerControl: AnswerControl;
  readonly #random: SeededRandom;
  readonly #log: RequestLog;
  readonly #traffic = new TrafficLog();
  readonly #deliveries: DeliveryLog;
  readonly #server: SimulatorServer;
  readonly #routes = routingTable();
  #platform: Platform;
  #url = '';
  #lastNumber = 0;

  /** Use `startSimulator`, which also checks the options and opens the port. */
  constructor(options: SimulatorOptions, answerControl: AnswerControl) {
    this.#options = options;
    this.#answerControl = answerControl;
    this.clock = clockFrom(options.clock);
    const seed = options.seed ?? 1;
    this.#random = new SeededRandom(seed + 1);
    this.#log = new RequestLog(options.log === false ? 0 : (options.maxLog ?? 100_000));
    const journal = options.journalFile === undefined ? undefined : new DeliveryJournal(options.journalFile);
    this.#deliveries = new DeliveryLog(options.firstMsgid ?? '2000000000000000001', {
      journal,
      onAdded: ({ path, at }) => this.#traffic.delivered(path, at),
    });
    this.#platform = this.#newPlatform();
    this.#platform.recall(this.#deliveries.all);
    this.#faultBook = new FaultBook(new SeededRandom(seed));
    this.tokens = tokenControls(() => this.#platform);
    this.users = userControls(() => this.#platform);
    this.#server = new SimulatorServer({
      host: options.host ?? '127.0.0.1',
      keepAliveMs: options.keepAliveMs ?? 75_000,
      refusesConnection: () => this.#faultBook.refusesConnection(),
      onRequest: (message, raw, response) => this.#onRequest(message, raw, response),
    });
  }

  /** Where to call, such as `http://127.0.0.1:34567`. */
  get url(): string {
    return this.#url;
  }

  /** What the platform tells the user's servers. */
  get callbacks(): SimulatorCallbacks {
    return this.#platform.callbacks;
  }

  /** Makes things go wrong. */
  get faults(): SimulatorFaults {
    return this.#faultBook;
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

  /**
   * Requests, answers and deliveries over simulated time, of all paths or of one; counted also where the log is off. Stretches
   * without requests are left out.
   * @param bucketMs length of one stretch, in whole tenths of a second; rounded up
   */
  timeLine(bucketMs: number, path?: string): TrafficBucket[] {
    return this.#traffic.timeLine(bucketMs, path);
  }

  /** @throws SimulatorOptionError when there is no such account */
  account(appId: string): Account {
    return accountFinder(() => this.#platform)(appId);
  }

  /** @throws SimulatorOptionError when there is no such corp */
  corp(corpId: string): Corp {
    return corpFinder(() => this.#platform)(corpId);
  }

  /**
   * An app of WeCom.
   * @throws SimulatorOptionError when there is no such corp or app
   */
  agent(corpId: string, agentId: number): Agent {
    const [agent] = agentsOf(this.corp(corpId), agentId);
    if (agent === undefined) throw new SimulatorOptionError('agentId', agentId, 'an app');
    return agent;
  }

  get corpIds(): string[] {
    return this.#platform.corps.map((corp) => corp.corpId);
  }

  get appIds(): string[] {
    return this.#platform.accounts.map((account) => account.appId);
  }

  /**
   * Adds an endpoint that the simulator does not know, or replaces one that it does. Make it with `withToken` or `withoutToken`:
   * `simulator.define(withToken('POST', '/cgi-bin/draft/add', () => ok({ media_id: 'M1' })))`.
   */
  define(route: Route): void {
    this.#routes.set(route);
  }

  /** Forgets deliveries, requests, faults, tokens, quotas and everything else but the options and the time. */
  reset(): void {
    this.#faultBook.clear();
    this.#log.clear();
    this.#traffic.clear();
    this.#deliveries.clear();
    this.#platform.callbacks.close();
    this.#platform = this.#newPlatform();
  }

  /** Called by `startSimulator`; after `unplug`, opens the same port again. */
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
    this.#platform.callbacks.close();
    return this.#server.close();
  }

  #newPlatform(): Platform {
    return new Platform(this.#options, this.clock, this.#random, this.#deliveries);
  }

  #onRequest(message: IncomingMessage, raw: Buffer, response: ServerResponse): void {
    const request = readRequest(this.#lastNumber + 1, message, raw);
    if (isControl(request)) {
      void this.#answerControl(request, this).then((answer) => writeAnswer(response, answer));
    } else {
      this.#lastNumber += 1;
      this.#serve(request, response);
    }
  }

  #serve(request: IncomingRequest, response: ServerResponse): void {
    const platform = this.#platform;
    const entry = logEntryOf(request, platform);
    this.#log.add(entry);
    this.#traffic.arrived(entry.path, entry.at);
    const exchange = new HttpExchange({
      request,
      response,
      platform,
      entry,
      traffic: this.#traffic,
      process: () => processRequest(request, platform, this.#routes, (then) => response.once('close', then)),
      latencyMs: () => this.#latencyMs(),
    });
    const fault = this.#faultBook.strike({
      path: request.path,
      appId: entry.appId,
      openid: openidOf(request),
    });
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

function clockFrom(clock: SimulatorOptions['clock']): SimulatorClock {
  if (clock instanceof SimulatorClock) return clock;
  return new SimulatorClock(clock !== undefined && 'now' in clock ? { source: clock } : clock);
}
