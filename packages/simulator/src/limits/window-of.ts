import type { WindowOptions } from '../options/options.js';
import { FixedWindow } from './fixed-window.js';
import type { Meter } from './meter.js';
import { SlidingWindow } from './sliding-window.js';

export function windowOf({ max, windowMs, counts = 'fixed' }: WindowOptions): Meter {
  return counts === 'fixed' ? new FixedWindow(max, windowMs) : new SlidingWindow(max, windowMs);
}
