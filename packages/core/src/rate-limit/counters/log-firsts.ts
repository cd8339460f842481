import { hash32 } from '../../hashing/hash32.js';
import { noEntry } from './log-entries.js';

/** 64 bits of a hash of a log's key. */
export interface LogName {
  readonly low: number;
  readonly high: number;
}

/** Among a million keys two are taken for one with a chance of one in thirty million: they then share a window. */
export function logNameOf(key: string): LogName {
  return { low: hash32(key, 0x27d4eb2f, 0x5f356495), high: hash32(key, 0x165667b1, 0x9e3779b1) };
}

const bitsOfPart = 6;
const partCount = 1 << bitsOfPart;
/** A power of two, like every other size. */
const leastSlots = 8;
const wordsPerSlot = 3;
/** Free places that a probe needs to end soon. */
const mostFull = 0.75;
/** Emptier than this, a part gives half of its places back. */
const leastFull = 0.15;

/** What one sweep looks at: where each step adds one log, a seventh more than are in use are remembered. */
const sweptPerStep = 8;
const passedPerStep = 40;

/**
 * The first entry of each log, 12 bytes a place and without the text of its key: a push has a log for each of hundreds
 * of thousands of recipients at a time.
 */
export class LogFirsts {
  /** A part is made when it is needed, and grows by itself, so that no step moves more than a few thousand places. */
  readonly #parts: (FirstsPart | undefined)[] = new Array(partCount).fill(undefined);
  #size = 0;
  #handPart = 0;
  #handPlace = 0;

  get size(): number {
    return this.#size;
  }

  /** `noEntry` where there is no such log. */
  get(name: LogName): number {
    return this.#parts[partOf(name)]?.get(name) ?? noEntry;
  }

  /** @param first `noEntry` forgets the log */
  set(name: LogName, first: number): void {
    const part = this.#parts[partOf(name)] ?? this.#addPart(partOf(name));
    const before = part.count;
    part.set(name, first);
    this.#size += part.count - before;
  }

  /** Forgets those of the next few logs that are idle; goes round in a circle. */
  sweep(isIdle: (first: number) => boolean): void {
    let looked = Math.min(sweptPerStep, this.#size);
    for (let passed = 0; looked > 0 && passed < passedPerStep; passed += 1) {
      const part = this.#parts[this.#handPart];
      if (part === undefined || this.#handPlace >= part.places) {
        this.#handPart = (this.#handPart + 1) % partCount;
        this.#handPlace = 0;
        continue;
      }
      const first = part.firstAt(this.#handPlace);
      if (first !== noEntry) looked -= 1;
      if (first !== noEntry && isIdle(first)) {
        // Another one may have moved up to its place.
        part.removeAt(this.#handPlace);
        this.#size -= 1;
      } else this.#handPlace += 1;
    }
  }

  #addPart(index: number): FirstsPart {
    const part = new FirstsPart();
    this.#parts[index] = part;
    return part;
  }
}

function partOf({ high }: LogName): number {
  return high >>> (32 - bitsOfPart);
}

/** The logs whose names begin alike, each at the place that its hash names or behind it. */
class FirstsPart {
  /** Two words of the name and the first entry a place; no entry: free. */
  #words = new Uint32Array(leastSlots * wordsPerSlot);
  #places = leastSlots;
  count = 0;

  get places(): number {
    return this.#places;
  }

  firstAt(place: number): number {
    return this.#words[place * wordsPerSlot + 2] ?? noEntry;
  }

  get(name: LogName): number {
    return this.firstAt(this.#placeOf(name.low, name.high));
  }

  set({ low, high }: LogName, first: number): void {
    const place = this.#placeOf(low, high);
    const isNew = this.firstAt(place) === noEntry;
    if (first === noEntry) {
      if (!isNew) this.removeAt(place);
      return;
    }
    this.#put(place, low, high, first);
    if (!isNew) return;
    this.count += 1;
    if (this.count > this.#places * mostFull) this.#resize(this.#places * 2);
  }

  /** Those behind it move up where their way from their own place would lead over the free one. */
  removeAt(place: number): void {
    const mask = this.#places - 1;
    let free = place;
    for (let at = (free + 1) & mask; this.firstAt(at) !== noEntry; at = (at + 1) & mask) {
      const low = this.#words[at * wordsPerSlot] ?? 0;
      if (((at - low) & mask) < ((at - free) & mask)) continue;
      this.#words.copyWithin(free * wordsPerSlot, at * wordsPerSlot, (at + 1) * wordsPerSlot);
      free = at;
    }
    this.#put(free, 0, 0, noEntry);
    this.count -= 1;
    if (this.#places > leastSlots && this.count < this.#places * leastFull) this.#resize(this.#places / 2);
  }

  /** Where a name stands, or the free place where it would. */
  #placeOf(low: number, high: number): number {
    const words = this.#words;
    const mask = this.#places - 1;
    let place = low & mask;
    for (;;) {
      const at = place * wordsPerSlot;
      if (words[at + 2] === noEntry || (words[at] === low && words[at + 1] === high)) return place;
      place = (place + 1) & mask;
    }
  }

  #put(place: number, low: number, high: number, first: number): void {
    const at = place * wordsPerSlot;
    this.#words[at] = low;
    this.#words[at + 1] = high;
    this.#words[at + 2] = first;
  }

  #resize(places: number): void {
    const before = this.#words;
    this.#words = new Uint32Array(places * wordsPerSlot);
    this.#places = places;
    for (let at = 0; at < before.length; at += wordsPerSlot) {
      const [low = 0, high = 0, first = noEntry] = [before[at], before[at + 1], before[at + 2]];
      if (first !== noEntry) this.#put(this.#placeOf(low, high), low, high, first);
    }
  }
}
