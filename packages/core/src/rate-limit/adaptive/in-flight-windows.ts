import type { Telemetry } from '../../telemetry/telemetry.js';
import type { InFlightBounds } from '../adaptive-options.js';
import { InFlightWindow } from './in-flight-window.js';

export interface InFlightWindowsOptions {
  readonly account: string;
  readonly telemetry: Telemetry;
}

interface EndpointWindows {
  /** From 0 to 1; what use of a known quota leaves of the concurrency. */
  factor: number;
  readonly byGroup: Map<string, InFlightWindow>;
}

/** More endpoints than any platform has: names that callers make up must not fill the memory. */
const mostEndpoints = 1000;

/** The concurrency of one process, by endpoint and group. */
export class InFlightWindows {
  readonly #options: InFlightWindowsOptions;
  readonly #byEndpoint = new Map<string, EndpointWindows>();
  #bounds: InFlightBounds | undefined;
  /** No window grows meanwhile: something else grows already, for example the latency. */
  isFrozen = false;

  constructor(options: InFlightWindowsOptions) {
    this.#options = options;
  }

  /** `undefined`: nothing bounds the calls under way. */
  setBounds(bounds: InFlightBounds | undefined): void {
    this.#bounds = bounds;
    if (bounds === undefined) this.#byEndpoint.clear();
    for (const window of this.#windows()) if (bounds !== undefined) window.setBounds(bounds);
  }

  windowOf(endpoint: string, group: string): InFlightWindow | undefined {
    if (this.#bounds === undefined) return undefined;
    const windows = this.#byEndpoint.get(endpoint) ?? this.#add(endpoint);
    return windows.byGroup.get(group) ?? this.#open(windows, endpoint, group, this.#bounds);
  }

  /** A call under way has met a limit. */
  meetLimit(endpoint: string, group: string, ofConcurrency = false): void {
    const window = this.windowOf(endpoint, group);
    if (window?.meetLimit(ofConcurrency) === true) this.#tell(window, 'limit-answer');
  }

  /** Answers the keys of the windows that have changed. */
  setFactor(endpoint: string, factor: number): readonly string[] {
    if (this.#bounds === undefined) return [];
    const windows = this.#byEndpoint.get(endpoint) ?? this.#add(endpoint);
    windows.factor = factor;
    const changed = [...windows.byGroup.values()].filter((window) => window.setFactor(factor));
    for (const window of changed) this.#tell(window, 'quota-use');
    return changed.map(({ key }) => key);
  }

  #add(endpoint: string): EndpointWindows {
    if (this.#byEndpoint.size >= mostEndpoints) this.#dropIdle();
    const windows: EndpointWindows = { factor: 1, byGroup: new Map() };
    this.#byEndpoint.set(endpoint, windows);
    return windows;
  }

  #open(
    { factor, byGroup }: EndpointWindows,
    endpoint: string,
    group: string,
    bounds: InFlightBounds,
  ): InFlightWindow {
    const window = new InFlightWindow(endpoint, group, bounds, factor);
    byGroup.set(group, window);
    return window;
  }

  #dropIdle(): void {
    for (const [endpoint, { byGroup }] of this.#byEndpoint) {
      const isIdle = [...byGroup.values()].every(({ underWay }) => underWay === 0);
      if (isIdle) this.#byEndpoint.delete(endpoint);
    }
  }

  *#windows(): Iterable<InFlightWindow> {
    for (const { byGroup } of this.#byEndpoint.values()) yield* byGroup.values();
  }

  #tell({ endpoint, concurrency }: InFlightWindow, reason: 'limit-answer' | 'quota-use'): void {
    const { account, telemetry } = this.#options;
    telemetry.emit({ type: 'concurrency.changed', account, endpoint, concurrency, reason });
  }
}
