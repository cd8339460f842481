import type { DeliveryJournal } from './delivery-journal.js';

/** One message that reached a user's phone, had this been the platform. */
export interface Delivery {
  /** Simulated time, epoch milliseconds. */
  readonly at: number;
  /** Real time, epoch milliseconds. */
  readonly realAt: number;
  /** The account, or the corp. */
  readonly appId: string;
  /** The app of WeCom that sent it. */
  readonly agentId?: number | undefined;
  /** Who got it; in WeCom the userid. */
  readonly openid: string;
  readonly path: string;
  /**
   * Digits, as they may not fit a JavaScript number; in WeCom a text. Also given where the answer carries none. Where one message
   * of WeCom reaches several members, they all have the same.
   */
  readonly msgid: string;
  readonly clientMsgId?: string | undefined;
  /** The `number` of the request in `requests` that brought it. */
  readonly requestNumber: number;
  /** The whole body of that request. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** When it was taken back, in WeCom. */
  recalledAt?: number | undefined;
}

export interface DeliveryLogParts {
  /** Continues what an earlier simulator wrote there. */
  readonly journal: DeliveryJournal | undefined;
  readonly onAdded: (delivery: Delivery) => void;
}

/** Everything that was delivered, in order. */
export class DeliveryLog {
  readonly #journal: DeliveryJournal | undefined;
  readonly #onAdded: (delivery: Delivery) => void;
  #deliveries: Delivery[];
  #nextMsgid: bigint;

  constructor(firstMsgid: string, { journal, onAdded }: DeliveryLogParts) {
    this.#journal = journal;
    this.#onAdded = onAdded;
    this.#deliveries = journal?.read() ?? [];
    const last = this.#deliveries.at(-1);
    this.#nextMsgid = last === undefined ? BigInt(firstMsgid) : BigInt(last.msgid.replace(/\D/g, '')) + 1n;
  }

  get all(): readonly Delivery[] {
    return this.#deliveries;
  }

  /** An id that no other message has. */
  nextMsgid(): string {
    const msgid = String(this.#nextMsgid);
    this.#nextMsgid += 1n;
    return msgid;
  }

  /** @param msgid default: the next one */
  add(delivery: Omit<Delivery, 'msgid' | 'realAt'>, msgid = this.nextMsgid()): Delivery {
    const stored = { ...delivery, msgid, realAt: Date.now() };
    this.#deliveries.push(stored);
    this.#journal?.append(stored);
    this.#onAdded(stored);
    return stored;
  }

  /** Forgets the deliveries. Message ids go on, so that one is never given twice. */
  clear(): void {
    this.#deliveries = [];
    this.#journal?.clear();
  }
}
