import {
  checkRecord,
  expecting,
  isCount,
  isListOf,
  isMs,
  isOneOf,
  isPositive,
  isText,
  isWhole,
} from '../options/checks.js';
import type { CallbackFormat, CallbackMode } from './callback-settings.js';

/** How one push differs from what the account has configured. */
export interface PushOptions {
  mode?: CallbackMode | undefined;
  format?: CallbackFormat | undefined;
  /** So many more deliveries of the same event, at the same time, each signed anew. Default 0. */
  repeats?: number | undefined;
  /** Addresses in place of the configured one; the deliveries take turns. */
  urls?: readonly string[] | undefined;
  /** Simulated milliseconds until it goes out; later ones can so overtake it. Default 0. */
  afterMs?: number | undefined;
  timeoutMs?: number | undefined;
  tries?: number | undefined;
  /** Epoch seconds to sign with. Default: the simulated time of each try. */
  timestamp?: string | undefined;
  /** Default: a new one for each try. */
  nonce?: string | undefined;
}

/** @throws SimulatorOptionError naming the option that is wrong */
export function checkPushOptions(options: PushOptions): void {
  checkRecord(options, 'push', {
    mode: isOneOf('plain', 'compatible', 'safe'),
    format: isOneOf('xml', 'json'),
    repeats: isCount,
    urls: isListOf(isText, 'a list of addresses'),
    afterMs: isMs,
    timeoutMs: isPositive,
    tries: isWhole,
    timestamp: expecting('digits', (value) => typeof value === 'string' && /^\d+$/.test(value)),
    nonce: isText,
  });
}
