/** No entry: the end of a chain. */
export const noEntry = 0;

/** What an entry holds, in this order. */
const stampAt = 0;
const weightAt = 1;
const windowAt = 2;
const idAt = 3;
const nextAt = 4;
const fields = 5;

const bitsOfPlace = 10;
const perSegment = 1 << bitsOfPlace;
const placeMask = perSegment - 1;

/** One admission that counts in a window. */
export interface LogEntry {
  /** Latest moment at which the request can have arrived; the entry counts for one window from here. */
  readonly stampMs: number;
  readonly weight: number;
  readonly windowMs: number;
  /** Of the admission, by `idNumberOf`; `noId` where it stands for several that have ended. */
  readonly id: number;
}

export const noId = 0;

/**
 * Entries of window logs as plain numbers, forty bytes each, chained to logs. A push counts one or two for each of
 * hundreds of thousands of recipients at a time: as objects they would be ten times as large, and the garbage collector
 * would go over all of them again and again.
 */
export class LogEntries {
  #segments: Float64Array[] = [];
  #firstFree = noEntry;
  #used = 0;
  /** How many places were ever in use since all were free; the place of `noEntry` is one of them. */
  #reached = 1;

  add({ stampMs, weight, windowMs, id }: LogEntry): number {
    const entry = this.#freePlace();
    this.#write(entry, stampAt, stampMs);
    this.#write(entry, weightAt, weight);
    this.#write(entry, windowAt, windowMs);
    this.#write(entry, idAt, id);
    this.#write(entry, nextAt, noEntry);
    return entry;
  }

  /** Its number may come again. */
  free(entry: number): void {
    this.#used -= 1;
    if (this.#used === 0) {
      this.#segments = [];
      this.#firstFree = noEntry;
      this.#reached = 1;
      return;
    }
    this.#write(entry, nextAt, this.#firstFree);
    this.#firstFree = entry;
  }

  stampMs(entry: number): number {
    return this.#read(entry, stampAt);
  }

  setStampMs(entry: number, stampMs: number): void {
    this.#write(entry, stampAt, stampMs);
  }

  weight(entry: number): number {
    return this.#read(entry, weightAt);
  }

  setWeight(entry: number, weight: number): void {
    this.#write(entry, weightAt, weight);
  }

  windowMs(entry: number): number {
    return this.#read(entry, windowAt);
  }

  setWindowMs(entry: number, windowMs: number): void {
    this.#write(entry, windowAt, windowMs);
  }

  id(entry: number): number {
    return this.#read(entry, idAt);
  }

  setId(entry: number, id: number): void {
    this.#write(entry, idAt, id);
  }

  /** The one behind it in its chain, or `noEntry`. */
  next(entry: number): number {
    return this.#read(entry, nextAt);
  }

  setNext(entry: number, next: number): void {
    this.#write(entry, nextAt, next);
  }

  #freePlace(): number {
    this.#used += 1;
    const free = this.#firstFree;
    if (free !== noEntry) {
      this.#firstFree = this.next(free);
      return free;
    }
    const fresh = this.#reached;
    this.#reached += 1;
    if (fresh >> bitsOfPlace >= this.#segments.length) {
      this.#segments.push(new Float64Array(perSegment * fields));
    }
    return fresh;
  }

  #read(entry: number, field: number): number {
    return this.#segments[entry >> bitsOfPlace]?.[(entry & placeMask) * fields + field] ?? 0;
  }

  #write(entry: number, field: number, value: number): void {
    const segment = this.#segments[entry >> bitsOfPlace];
    if (segment !== undefined) segment[(entry & placeMask) * fields + field] = value;
  }
}
