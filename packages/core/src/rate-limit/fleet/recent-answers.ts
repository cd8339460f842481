/** Width of one slot, and how many are kept: a minute in all, the longest window that a limit is named after. */
const slotMs = 250;
const slotCount = 240;

/** Rate at which requests went through, seen from one process. */
export interface SeenRate {
  readonly passed: number;
  readonly perSecond: number;
}

/** How many happened lately, in slots of a quarter of a second. */
class SlotCount {
  readonly #slots = new Uint32Array(slotCount);
  #latest = Number.NEGATIVE_INFINITY;

  add(nowMs: number): void {
    const slot = this.#moveTo(nowMs);
    this.#slots[indexOf(slot)] = this.#at(slot) + 1;
  }

  within(windowMs: number, nowMs: number): number {
    return this.#sum(slotsOf(windowMs), nowMs);
  }

  /**
   * @param span `whole`: the window is the limit's own; `used`: it is a guess, and only the part of it in which anything
   *   went through says how fast that was
   */
  rate(windowMs: number, span: 'whole' | 'used', nowMs: number): SeenRate {
    const slots = span === 'whole' ? slotsOf(windowMs) : this.#slotsInUse(slotsOf(windowMs), nowMs);
    const passed = this.#sum(slots, nowMs);
    // The slot under way has not lasted its whole width yet.
    const spanMs = Math.max(1000, (slots - 1) * slotMs + (nowMs % slotMs));
    return { passed, perSecond: (passed * 1000) / spanMs };
  }

  #sum(slots: number, nowMs: number): number {
    const latest = this.#moveTo(nowMs);
    let count = 0;
    for (let back = 0; back < slots; back += 1) count += this.#at(latest - back);
    return count;
  }

  #slotsInUse(slots: number, nowMs: number): number {
    const latest = this.#moveTo(nowMs);
    let inUse = slots;
    while (inUse > 1 && this.#at(latest - inUse + 1) === 0) inUse -= 1;
    return inUse;
  }

  #at(slot: number): number {
    return this.#slots[indexOf(slot)] ?? 0;
  }

  /** Empties the slots that time has come round to. */
  #moveTo(nowMs: number): number {
    const slot = Math.floor(nowMs / slotMs);
    const from = Math.max(this.#latest + 1, slot - slotCount + 1);
    for (let stale = from; stale <= slot; stale += 1) this.#slots[indexOf(stale)] = 0;
    this.#latest = Math.max(this.#latest, slot);
    return slot;
  }
}

/** One more than fit into the window, since the latest has only begun. */
function slotsOf(windowMs: number): number {
  return Math.min(slotCount, Math.ceil(windowMs / slotMs) + 1);
}

function indexOf(slot: number): number {
  return ((slot % slotCount) + slotCount) % slotCount;
}

interface EndpointAnswers {
  readonly passed: SlotCount;
  readonly limited: SlotCount;
  /** Limit answers since one went through. */
  limitedInARow: number;
}

/** More endpoints than any platform has. */
const mostEndpoints = 1000;

/**
 * What this process' requests met in the last minute, by endpoint: how fast they went through a door, and who met limits
 * together. Moments are the steady clock's.
 */
export class RecentAnswers {
  readonly #byEndpoint = new Map<string, EndpointAnswers>();
  readonly #passed = new SlotCount();
  #limitedInARow = 0;

  passed(endpoint: string, nowMs: number): void {
    this.#limitedInARow = 0;
    this.#passed.add(nowMs);
    const answers = this.#of(endpoint);
    if (answers === undefined) return;
    answers.limitedInARow = 0;
    answers.passed.add(nowMs);
  }

  limited(endpoint: string, nowMs: number): void {
    this.#limitedInARow += 1;
    const answers = this.#of(endpoint);
    if (answers === undefined) return;
    answers.limitedInARow += 1;
    answers.limited.add(nowMs);
  }

  /** Limit answers since a request went through. @param endpoint `undefined`: at any of them */
  limitedInARow(endpoint: string | undefined): number {
    if (endpoint === undefined) return this.#limitedInARow;
    return this.#byEndpoint.get(endpoint)?.limitedInARow ?? 0;
  }

  /** Endpoints that met a limit within `windowMs`. */
  limitedWithin(windowMs: number, nowMs: number): readonly string[] {
    const met = [...this.#byEndpoint].filter(([, { limited }]) => limited.within(windowMs, nowMs) > 0);
    return met.map(([endpoint]) => endpoint);
  }

  /** Requests of endpoints for which `counts` holds that went through within `windowMs`. */
  passedWithin(windowMs: number, nowMs: number, counts: (endpoint: string) => boolean): number {
    let sum = 0;
    for (const [endpoint, { passed }] of this.#byEndpoint) {
      if (counts(endpoint)) sum += passed.within(windowMs, nowMs);
    }
    return sum;
  }

  /** How fast requests went through lately. @param endpoint `undefined`: those of all endpoints */
  rate(endpoint: string | undefined, windowMs: number, span: 'whole' | 'used', nowMs: number): SeenRate {
    const count = endpoint === undefined ? this.#passed : this.#byEndpoint.get(endpoint)?.passed;
    return count?.rate(windowMs, span, nowMs) ?? { passed: 0, perSecond: 0 };
  }

  #of(endpoint: string): EndpointAnswers | undefined {
    const known = this.#byEndpoint.get(endpoint);
    if (known !== undefined || this.#byEndpoint.size >= mostEndpoints) return known;
    const fresh = { passed: new SlotCount(), limited: new SlotCount(), limitedInARow: 0 };
    this.#byEndpoint.set(endpoint, fresh);
    return fresh;
  }
}
