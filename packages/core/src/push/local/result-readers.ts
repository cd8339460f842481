import type { PushResult } from '../push-result.js';

/** Results that one reader may be behind by before the push waits for it. */
const mostBehind = 256;

interface Reader {
  readonly behind: PushResult[];
  wake: (() => void) | undefined;
}

/** Hands each result to everybody who reads, at the pace of the slowest. */
export class ResultReaders {
  readonly #onRoom: () => void;
  readonly #readers = new Set<Reader>();
  #end: { readonly failure: unknown } | undefined;

  /** @param onRoom told when a reader has taken something, or has gone */
  constructor(onRoom: () => void) {
    this.#onRoom = onRoom;
  }

  get haveRoom(): boolean {
    for (const { behind } of this.#readers) if (behind.length >= mostBehind) return false;
    return true;
  }

  give(result: PushResult): void {
    for (const reader of this.#readers) {
      reader.behind.push(result);
      reader.wake?.();
    }
  }

  /** @param failure thrown to the readers after the last result; `undefined`: they just end */
  end(failure?: unknown): void {
    this.#end = { failure };
    for (const { wake } of this.#readers) wake?.();
  }

  /** Takes part from now on, not from the first step of its iteration. */
  read(signal?: AbortSignal): AsyncIterable<PushResult> {
    const reader: Reader = { behind: [], wake: undefined };
    if (this.#end === undefined) this.#readers.add(reader);
    const results = this.#walk(reader, signal);
    return { [Symbol.asyncIterator]: () => results };
  }

  async *#walk(reader: Reader, signal: AbortSignal | undefined): AsyncGenerator<PushResult> {
    const onAbort = () => reader.wake?.();
    signal?.addEventListener('abort', onAbort);
    try {
      for (;;) {
        if (signal?.aborted === true) return;
        const result = reader.behind.shift();
        if (result !== undefined) {
          yield result;
          this.#onRoom();
          continue;
        }
        if (this.#end !== undefined) break;
        await new Promise<void>((resolve) => {
          reader.wake = resolve;
        });
      }
      if (this.#end?.failure !== undefined) throw this.#end.failure;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#readers.delete(reader);
      this.#onRoom();
    }
  }
}
