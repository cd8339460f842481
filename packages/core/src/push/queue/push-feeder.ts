import type { AnyMessageEndpoint } from '../../endpoint/endpoint.js';
import { ConfigError } from '../../errors/errors.js';
import { invalidEndOf } from '../check-entry.js';
import type { PushClient } from '../push-client.js';
import { entryFrom } from '../push-entry.js';
import type { PushEntry, PushItem, PushItems } from '../push-plan.js';
import { chunkName, type KeptResult, packItems } from './chunk-codec.js';
import type { RunName } from './push-keys.js';
import type { PushStates } from './push-states.js';
import type { NewChunk, QueueJobs } from './queue-jobs.js';
import { replacedError } from './replaced-error.js';

export interface FeederParts {
  readonly client: PushClient;
  readonly states: PushStates;
  readonly jobs: QueueJobs;
}

export interface Feed {
  readonly name: RunName;
  readonly endpoint: AnyMessageEndpoint;
  readonly items: PushItems;
  readonly chunkSize: number;
  readonly signal: AbortSignal;
}

/** Chunks that are added to the queue in one go. */
const portionSize = 16;

/** Reads the items of a push once and puts them into the queue, never more in memory than one portion. */
export class PushFeeder {
  readonly #parts: FeederParts;
  readonly #feed: Feed;
  #read = 0;
  #place = 0;
  #entries: PushEntry[] = [];
  #portion: NewChunk[] = [];
  /** Cancelled: nobody wants the rest. */
  #isOver = false;

  constructor(parts: FeederParts, feed: Feed) {
    this.#parts = parts;
    this.#feed = feed;
  }

  /**
   * Resolves when everything is in the queue.
   *
   * @throws {ConfigError} where the queue is closed before, or the push is kept no longer
   * @throws what the source throws
   */
  async run(): Promise<void> {
    const { items, chunkSize, name, signal } = this.#feed;
    for await (const value of items) {
      if (signal.aborted) throw closedError(name);
      this.#read += 1;
      this.#entries.push(entryFrom(value, this.#read));
      if (this.#entries.length >= chunkSize) await this.#endChunk();
      if (this.#isOver) return;
    }
    if (this.#entries.length > 0) await this.#endChunk();
    await this.#addPortion();
    if (this.#isOver) return;
    if ((await this.#parts.states.fed(name)) === 'stale') throw replacedError(name);
  }

  async #endChunk(): Promise<void> {
    const { states } = this.#parts;
    const { name } = this.#feed;
    const { items, invalid } = this.#sorted(this.#entries);
    const chunk = chunkName(this.#place, items);
    this.#entries = [];
    this.#place += 1;
    const known = await states.addChunk(name, chunk, items.length, invalid);
    if (known === 'stale') throw replacedError(name);
    this.#isOver = known === 'cancelled';
    if (this.#isOver || known === 'done' || items.length === 0) return;
    this.#portion.push({ chunk, packed: await packItems(items), isKnown: known === 'open' });
    if (this.#portion.length >= portionSize) await this.#addPortion();
  }

  async #addPortion(): Promise<void> {
    const { states, jobs } = this.#parts;
    const { name } = this.#feed;
    const portion = this.#portion;
    this.#portion = [];
    if (portion.length === 0 || this.#isOver) return;
    await jobs.add(name, portion);
    const phase = await states.chunksQueued(
      name,
      portion.map(({ chunk }) => chunk),
    );
    if (phase === 'stale') throw replacedError(name);
    this.#isOver = phase === 'cancelled';
  }

  #sorted(entries: readonly PushEntry[]): { readonly items: PushItem[]; readonly invalid: KeptResult[] } {
    const { client } = this.#parts;
    const items: PushItem[] = [];
    const invalid: KeptResult[] = [];
    for (const entry of entries) {
      const result = invalidEndOf(client, this.#feed.endpoint, entry);
      if (result !== undefined) invalid.push({ result });
      else if ('request' in entry) items.push(entry);
    }
    return { items, invalid };
  }
}

function closedError({ id }: RunName): ConfigError {
  return new ConfigError(`push ${id}: the queue was closed before all of its items were read`, {
    hint: 'Start it again with the same items: what is in the queue is not added twice.',
  });
}
