import type { CallbackQuery } from './callback-query.js';
import type { GateSettings } from './gate-settings.js';
import { refusal } from './refusal.js';
import { isSignatureOf } from './signature.js';

/**
 * What a request's query proves: that whoever signed it knows the token, and did so just now.
 *
 * The signed values are sorted and joined with nothing between, so a signature also holds for other cuts of the same text,
 * above all for timestamp and nonce exchanged. The request's identity is therefore the signature itself.
 */
export class RequestProof {
  readonly #settings: GateSettings;
  readonly #query: CallbackQuery;
  readonly #signed: readonly string[];

  /** @throws {CallbackError} `request` or `stale` */
  constructor(settings: GateSettings, query: CallbackQuery) {
    this.#settings = settings;
    this.#query = query;
    this.#signed = [settings.token, query.timestamp, query.nonce];
    this.#checkTime(Number(query.timestamp) * 1000);
  }

  /** `signature`, over the address alone. @throws {CallbackError} `signature` */
  ofAddress(): string {
    return this.#check('signature', this.#signed);
  }

  /** The same where the request has one: WeCom sends none, and what counts there is the other. */
  ofAddressIfAny(): void {
    if (this.#query.find('signature') !== undefined) this.ofAddress();
  }

  /** `msg_signature`, over the address and what is encrypted. @throws {CallbackError} `signature` */
  ofEncrypted(encrypted: string): string {
    return this.#check('msg_signature', [...this.#signed, encrypted]);
  }

  #check(name: 'signature' | 'msg_signature', values: readonly string[]): string {
    const given = this.#query.find(name);
    if (!given) throw refusal('signature', `The query has no ${name}.`);
    if (!isSignatureOf(values, given)) throw refusal('signature', `The ${name} is not that of this request.`);
    return given;
  }

  #checkTime(signedAtMs: number): void {
    const skewMs = signedAtMs - this.#settings.clock.now();
    if (Math.abs(skewMs) <= this.#settings.maxSkewMs) return;
    const side = skewMs < 0 ? 'behind' : 'ahead of';
    throw refusal('stale', `The request's time is ${Math.abs(skewMs)} ms ${side} ours.`);
  }
}
