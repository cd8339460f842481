import type { Clock } from '../../clock/clock.js';
import type { CallbackMode } from '../callback-options.js';

/** Checked options of one account's callback address. */
export interface GateSettings {
  readonly token: string;
  /** The key in use first, then the one before it. Empty in plain mode. */
  readonly encodingAesKeys: readonly string[];
  readonly mode: CallbackMode;
  /** Whom a packet may be meant for: app id, corp id, suite id; the empty text where the platform names nobody. */
  readonly receiveIds: readonly string[];
  readonly maxSkewMs: number;
  readonly maxBodyBytes: number;
  readonly clock: Clock;
}
