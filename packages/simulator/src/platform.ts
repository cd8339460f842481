import { Account } from './accounts/account.js';
import { TokenIndex } from './accounts/token-index.js';
import { CallbackBook } from './callbacks/callback-book.js';
import type { TimeSource } from './clock/simulator-clock.js';
import { Corp } from './corps/corp.js';
import { DEFAULT_CORP } from './corps/corp-options.js';
import { Gateway } from './limits/gateway.js';
import type { Delivery, DeliveryLog } from './messages/delivery-log.js';
import { DEFAULT_APP_ID, DEFAULT_APP_SECRET, type SimulatorOptions } from './options/options.js';
import type { SeededRandom } from './random/seeded-random.js';
import { RidBook } from './server/rid-book.js';

/** All that the platform knows at one moment. A reset makes a new one. */
export class Platform {
  readonly options: SimulatorOptions;
  readonly clock: TimeSource;
  readonly deliveries: DeliveryLog;
  readonly tokenIndex = new TokenIndex();
  readonly gateway: Gateway;
  readonly rids: RidBook;
  readonly callbacks: CallbackBook;
  readonly #accounts = new Map<string, Account>();
  readonly #corps = new Map<string, Corp>();

  constructor(options: SimulatorOptions, clock: TimeSource, random: SeededRandom, deliveries: DeliveryLog) {
    this.options = options;
    this.clock = clock;
    this.deliveries = deliveries;
    this.gateway = new Gateway(options.limits ?? {});
    this.rids = new RidBook(random);
    this.callbacks = new CallbackBook(clock, this);
    for (const settings of options.accounts ?? [{ appId: DEFAULT_APP_ID, appSecret: DEFAULT_APP_SECRET }]) {
      this.#accounts.set(settings.appId, new Account(settings, options, this.tokenIndex));
    }
    for (const settings of options.corps ?? [DEFAULT_CORP]) {
      this.#corps.set(settings.corpId, new Corp(settings, options, this.tokenIndex));
    }
    this.callbacks.targets.addConfigured(options);
  }

  findAccount(appId: string): Account | undefined {
    return this.#accounts.get(appId);
  }

  findCorp(corpId: string): Corp | undefined {
    return this.#corps.get(corpId);
  }

  /** Takes up what an earlier simulator delivered, so that a repeated `client_msg_id` is still known. */
  recall(deliveries: readonly Delivery[]): void {
    for (const { appId, openid, clientMsgId, msgid, at } of deliveries) {
      if (clientMsgId === undefined) continue;
      this.findAccount(appId)?.duplicates.remember(openid, clientMsgId, msgid, at);
    }
  }

  get corps(): Corp[] {
    return [...this.#corps.values()];
  }

  get accounts(): Account[] {
    return [...this.#accounts.values()];
  }
}
