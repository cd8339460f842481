import type { Gauge } from 'prom-client';

type Labels<Label extends string> = Readonly<Record<Label, string>>;

interface Reading<Label extends string> {
  readonly labels: Labels<Label>;
  /** `undefined`: it has passed, and is no longer shown. */
  readonly valueAt: (nowMs: number) => number | undefined;
}

/** What was told last of each thing that a gauge shows, worked out at the moment of the scrape. */
export class Readings<Label extends string> {
  readonly #byLabels = new Map<string, Reading<Label>>();

  set(labels: Labels<Label>, valueAt: Reading<Label>['valueAt']): void {
    this.#byLabels.set(JSON.stringify(labels), { labels, valueAt });
  }

  /** @param nowMs of the clock's monotonic time */
  writeTo(gauge: Gauge<Label>, nowMs: number): void {
    for (const [key, { labels, valueAt }] of this.#byLabels) {
      const value = valueAt(nowMs);
      if (value === undefined) this.#byLabels.delete(key);
      else gauge.set(labels, value);
    }
  }
}
