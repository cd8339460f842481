import type { Clock } from '../../clock/clock.js';
import type { Telemetry } from '../telemetry.js';
import { LabelBound } from './label-bound.js';
import type { MetricSet } from './metric-set.js';

/** What events are turned into metrics with. */
export interface Feed {
  readonly telemetry: Telemetry;
  readonly metrics: MetricSet;
  readonly clock: Clock;
  readonly bounds: LabelBounds;
}

/** Ends one subscription. */
export type Stop = () => void;

/** For labels whose values callers and platforms make up. */
export interface LabelBounds {
  readonly endpoint: LabelBound;
  readonly code: LabelBound;
  readonly group: LabelBound;
  readonly name: LabelBound;
}

export function labelBounds(): LabelBounds {
  return {
    endpoint: new LabelBound(300),
    code: new LabelBound(200),
    group: new LabelBound(50),
    name: new LabelBound(300),
  };
}
