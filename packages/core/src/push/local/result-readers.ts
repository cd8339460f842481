import type { PushResult } from '../push-result.js';

/** Results that one reader may be behind by before the push waits for it. */
const mostBehind = 256;

interface Reader {
  readonly behind: PushResult[];
  wake: (() => void) | undefined;
  isGone: boolean;
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
    const reader: Reader = { behind: [], wake: undefined, isGone: false };
    if (this.#end === undefined) this.#readers.add(reader);
    const walk = this.#walk(reader, signal);
    const results: AsyncIterator<PushResult> = {
      next: () => walk.next(),
      return: () => {
        // A generator that is ended before its first step runs nothing of its own, no `finally` either.
        this.#leave(reader);
        return walk.return(undefined);
      },
    };
    return { [Symbol.asyncIterator]: () => results };
  }

  #leave(reader: Reader): void {
    reader.isGone = true;
    this.#readers.delete(reader);
    reader.wake?.();
    this.#onRoom();
  }

  async *#walk(reader: Reader, signal: AbortSignal | undefined): AsyncGenerator<PushResult> {
    const onAbort = () => reader.wake?.();
    signal?.addEventListener('abort', onAbort);
    try {
      for (;;) {
        if (signal?.aborted === true || reader.isGone) return;
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
      this.#leave(reader);
    }
  }
}
