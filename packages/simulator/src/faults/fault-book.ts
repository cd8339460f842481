import type { SeededRandom } from '../random/seeded-random.js';
import { checkFault } from './check-fault.js';
import type { Fault, FaultHandle } from './fault.js';

/** What of a request decides whether a fault strikes it. */
export interface FaultSubject {
  readonly path?: string | undefined;
  readonly appId?: string | undefined;
  readonly openid?: string | undefined;
}

/** What goes wrong, as seen from outside. */
export interface SimulatorFaults {
  /** @throws SimulatorOptionError naming the member that is wrong */
  add(fault: Fault): FaultHandle;
  /** Those in force, oldest first. */
  list(): FaultHandle[];
  /** Takes one away by its id; false when there is none. */
  remove(id: number): boolean;
  clear(): void;
}

class FaultEntry {
  readonly fault: Readonly<Fault>;
  hits = 0;
  #passed = 0;

  constructor(fault: Fault) {
    this.fault = fault;
  }

  strikes(subject: FaultSubject, random: SeededRandom): boolean {
    const { times = Number.POSITIVE_INFINITY, after = 0, probability = 1 } = this.fault;
    if (this.hits >= times || !matches(this.fault, subject)) return false;
    if (this.#passed < after) {
      this.#passed += 1;
      return false;
    }
    if (probability < 1 && random.next() >= probability) return false;
    this.hits += 1;
    return true;
  }
}

/** The faults that are in force, in the order in which they were added. The first that strikes is the only one. */
export class FaultBook implements SimulatorFaults {
  readonly #random: SeededRandom;
  readonly #entries = new Map<number, FaultEntry>();
  #lastId = 0;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  add(fault: Fault): FaultHandle {
    checkFault(fault);
    this.#lastId += 1;
    const id = this.#lastId;
    const entry = new FaultEntry({ ...fault });
    this.#entries.set(id, entry);
    return this.#handleOf(id, entry);
  }

  remove(id: number): boolean {
    return this.#entries.delete(id);
  }

  clear(): void {
    this.#entries.clear();
  }

  list(): FaultHandle[] {
    return [...this.#entries].map(([id, entry]) => this.#handleOf(id, entry));
  }

  /** The fault that strikes this request, if one does. */
  strike(subject: FaultSubject): Readonly<Fault> | undefined {
    if (this.#entries.size === 0) return undefined;
    for (const entry of this.#entries.values()) {
      if (entry.fault.kind !== 'refuse' && entry.strikes(subject, this.#random)) return entry.fault;
    }
    return undefined;
  }

  /** Whether a connection is to be reset before anything is read from it. */
  refusesConnection(): boolean {
    for (const entry of this.#entries.values()) {
      if (entry.fault.kind === 'refuse' && entry.strikes({}, this.#random)) return true;
    }
    return false;
  }

  #handleOf(id: number, entry: FaultEntry): FaultHandle {
    return {
      id,
      fault: entry.fault,
      get hits() {
        return entry.hits;
      },
      remove: () => {
        this.remove(id);
      },
    };
  }
}

function matches(fault: Fault, subject: FaultSubject): boolean {
  if (fault.path !== undefined && fault.path !== subject.path) return false;
  if (fault.appId !== undefined && fault.appId !== subject.appId) return false;
  return fault.openid === undefined || fault.openid === subject.openid;
}
