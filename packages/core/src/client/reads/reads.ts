import type { AnyEndpoint } from '../../endpoint/endpoint.js';
import type { TransportAnswer } from '../../transport/transport.js';
import type { Call, CallEnd } from '../call.js';
import { tellShared } from '../call-events.js';
import { DegradedReads, type DegradedReadsParts } from './degraded-reads.js';
import { KeptAnswers } from './kept-answers.js';
import { readAgain } from './read-again.js';
import { SharedReads } from './shared-reads.js';

export type ReadsParts = Omit<DegradedReadsParts, 'kept'>;

/** Asks the platform what it must be asked, and answers the rest out of what came before or is coming anyway. */
export class Reads {
  readonly #parts: ReadsParts;
  readonly #kept: KeptAnswers;
  readonly #shared = new SharedReads();
  readonly #degraded: DegradedReads;

  constructor(parts: ReadsParts) {
    this.#parts = parts;
    this.#kept = new KeptAnswers(parts.clock);
    this.#degraded = new DegradedReads({ ...parts, kept: this.#kept });
  }

  /**
   * Answers a read. Each caller gets a value of its own.
   *
   * @param key equal for reads that ask for the same
   * @param ask makes the request
   */
  async answer(call: Call, key: string, ask: () => Promise<CallEnd>): Promise<unknown> {
    const cached = this.#cached(call, key);
    if (cached) return cached.value;
    const askShared = () => this.#askShared(call, key, ask);
    return call.onLimit === 'degrade' ? this.#degraded.answer(call, key, askShared) : askShared();
  }

  /**
   * A call that changes something was carried out, or may have been. Reads that begin after a write get nothing that was
   * asked before it; those after a message only where they declare so.
   */
  changed({ name, kind }: AnyEndpoint): void {
    this.#kept.ended(name);
    if (kind === 'write') this.#shared.forget();
  }

  close(): void {
    this.#degraded.close();
  }

  #cached(call: Call, key: string): { readonly value: unknown } | undefined {
    const answer = this.#kept.fresh(key, call.endpoint);
    if (answer === undefined || call.deadline.reason() !== undefined) return undefined;
    const read = readAgain(call.endpoint, answer);
    if (read) tellShared(this.#parts, call, 'cache');
    return read;
  }

  async #askShared(call: Call, key: string, ask: () => Promise<CallEnd>): Promise<unknown> {
    const askAndKeep = () => this.#askAndKeep(call, key, ask);
    const { end, isShared } = await this.#shared.run(call, key, askAndKeep);
    if (end.type !== 'done') throw end.error;
    if (!isShared) return end.value;
    const read = readAgain(call.endpoint, end.answer);
    // Two endpoints of one name, of which one promises more.
    if (read === undefined) return resultOf(await askAndKeep());
    tellShared(this.#parts, call, 'flight');
    return read.value;
  }

  async #askAndKeep(call: Call, key: string, ask: () => Promise<CallEnd>): Promise<CallEnd> {
    const edition = this.#kept.editionOf(call.endpoint);
    const end = await ask();
    if (end.type === 'done') this.#keep(call, key, end.answer, edition);
    return end;
  }

  #keep({ endpoint }: Call, key: string, answer: TransportAnswer, edition: number): void {
    // What needs no token may answer with one.
    if (answer.type === 'response' && endpoint.auth === 'token') this.#kept.keep(key, answer, edition);
  }
}

/** @throws {AnyWechatError} what ended the call */
export function resultOf(end: CallEnd): unknown {
  if (end.type !== 'done') throw end.error;
  return end.value;
}
