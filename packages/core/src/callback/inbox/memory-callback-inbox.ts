import { type Clock, systemClock } from '../../clock/clock.js';
import type { AbandonedEntry, CallbackInbox, InboxEntry, InboxLease, TakeAnswer } from '../callback-inbox.js';

export interface MemoryCallbackInboxOptions {
  /** @default the host's clock */
  readonly clock?: Clock | undefined;
  /** Handled events beyond that are forgotten early, the oldest first; the platform repeats within seconds. @default 100_000 */
  readonly maxEvents?: number | undefined;
}

interface StoredEvent {
  state: 'open' | 'done';
  /** Of whoever holds it; `undefined` after it was given back. */
  token: string | undefined;
  /** End of the lease, or the moment from which it may be taken up again. */
  freeAtMs: number;
  attempt: number;
  /** `undefined` once it is handled, or where it was written anew without. */
  content: string | undefined;
  reply: string | undefined;
  readonly rememberMs: number;
  expiresAtMs: number;
}

interface StoredSignature {
  readonly bodyDigest: string;
  readonly expiresAtMs: number;
}

/** Events of one process. A restart forgets them: the platform's repetitions are then handled once more. */
export class MemoryCallbackInbox implements CallbackInbox {
  readonly #clock: Clock;
  readonly #maxEvents: number;
  /** In the order in which they were last given their time, so that the first ones expire first. */
  readonly #events = new Map<string, StoredEvent>();
  readonly #signatures = new Map<string, StoredSignature>();
  #tokens = 0;

  constructor({ clock = systemClock, maxEvents = 100_000 }: MemoryCallbackInboxOptions = {}) {
    this.#clock = clock;
    this.#maxEvents = maxEvents;
  }

  async take(entry: InboxEntry): Promise<TakeAnswer> {
    this.#forget();
    if (this.#isReplay(entry)) return { type: 'replayed' };
    const event = this.#find(entry);
    if (event?.state === 'done') return { type: 'repeated', reply: event.reply };
    if (event !== undefined && event.token !== undefined && event.freeAtMs > this.#now()) {
      return { type: 'repeated', reply: undefined };
    }
    const taken = event ?? this.#add(entry, entry.rememberMs);
    taken.content = entry.content;
    return { type: 'taken', lease: this.#leaseTo(taken, entry, entry.leaseMs) };
  }

  async renew(lease: InboxLease, leaseMs: number): Promise<boolean> {
    const event = this.#find(lease) ?? this.#add(lease, lease.rememberMs, lease.token);
    if (event.state === 'done' || event.token !== lease.token) return false;
    event.attempt = lease.attempt;
    this.#extend(event, leaseMs);
    return true;
  }

  async finish(lease: InboxLease, reply: string | undefined): Promise<boolean> {
    const event = this.#find(lease);
    if (event !== undefined && event.token !== lease.token) return false;
    const done = this.#add(lease, lease.rememberMs, lease.token);
    done.state = 'done';
    done.reply = reply;
    return true;
  }

  async giveBack(lease: InboxLease, delayMs: number): Promise<boolean> {
    const event = this.#find(lease);
    if (event === undefined || event.state === 'done' || event.token !== lease.token) return false;
    event.token = undefined;
    event.freeAtMs = this.#now() + Math.max(0, delayMs);
    event.attempt = lease.attempt;
    return true;
  }

  async takeAbandoned(account: string, limit: number, leaseMs: number): Promise<readonly AbandonedEntry[]> {
    this.#forget();
    const entries: AbandonedEntry[] = [];
    for (const { key, event } of this.#abandoned(account).slice(0, limit)) {
      const lease = this.#leaseTo(event, { account, eventKey: key }, leaseMs);
      entries.push({ lease, content: event.content ?? '' });
    }
    return entries;
  }

  async close(): Promise<void> {
    this.#events.clear();
    this.#signatures.clear();
  }

  #now(): number {
    return this.#clock.monotonic();
  }

  #isReplay({ account, nonceKey, bodyDigest, replayMs }: InboxEntry): boolean {
    const key = nameOf(account, nonceKey);
    const known = this.#signatures.get(key);
    if (known !== undefined && known.expiresAtMs > this.#now()) return known.bodyDigest !== bodyDigest;
    this.#signatures.delete(key);
    this.#signatures.set(key, { bodyDigest, expiresAtMs: this.#now() + replayMs });
    return false;
  }

  #find({ account, eventKey }: Pick<InboxLease, 'account' | 'eventKey'>): StoredEvent | undefined {
    const event = this.#events.get(nameOf(account, eventKey));
    return event !== undefined && event.expiresAtMs > this.#now() ? event : undefined;
  }

  #add(
    { account, eventKey }: Pick<InboxLease, 'account' | 'eventKey'>,
    rememberMs: number,
    token?: string,
  ): StoredEvent {
    const nowMs = this.#now();
    const event: StoredEvent = {
      state: 'open',
      token,
      freeAtMs: nowMs,
      attempt: 0,
      content: undefined,
      reply: undefined,
      rememberMs,
      expiresAtMs: nowMs + rememberMs,
    };
    const name = nameOf(account, eventKey);
    this.#events.delete(name);
    this.#events.set(name, event);
    return event;
  }

  #leaseTo(
    event: StoredEvent,
    { account, eventKey }: Pick<InboxLease, 'account' | 'eventKey'>,
    leaseMs: number,
  ): InboxLease {
    this.#tokens += 1;
    event.token = String(this.#tokens);
    event.attempt += 1;
    this.#extend(event, leaseMs);
    const { token, attempt, rememberMs } = event;
    return { account, eventKey, token, attempt, rememberMs };
  }

  #extend(event: StoredEvent, leaseMs: number): void {
    event.freeAtMs = this.#now() + leaseMs;
    event.expiresAtMs = Math.max(event.expiresAtMs, event.freeAtMs);
  }

  /** The one that waits longest first. */
  #abandoned(account: string): { key: string; event: StoredEvent }[] {
    const prefix = nameOf(account, '');
    const nowMs = this.#now();
    const found: { key: string; event: StoredEvent }[] = [];
    for (const [name, event] of this.#events) {
      const isFree = event.state === 'open' && event.content !== undefined && event.freeAtMs <= nowMs;
      if (isFree && event.expiresAtMs > nowMs && name.startsWith(prefix)) {
        found.push({ key: name.slice(prefix.length), event });
      }
    }
    return found.sort((left, right) => left.event.freeAtMs - right.event.freeAtMs);
  }

  #forget(): void {
    const nowMs = this.#now();
    for (const [name, { expiresAtMs }] of this.#signatures) {
      if (expiresAtMs > nowMs) break;
      this.#signatures.delete(name);
    }
    for (const [name, { expiresAtMs, state }] of this.#events) {
      const isSpare = state === 'done' && this.#events.size > this.#maxEvents;
      if (expiresAtMs > nowMs && !isSpare) break;
      this.#events.delete(name);
    }
  }
}

function nameOf(account: string, key: string): string {
  return `${account}\n${key}`;
}
