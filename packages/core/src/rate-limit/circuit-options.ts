import { z } from 'zod';
import type { CircuitSettings } from '../retry/circuit-breaker.js';

/** When an endpoint that fails is left alone for a while. */
export interface CircuitOptions {
  /**
   * So many calls that got no answer, or a 5xx, with none that succeeded between them. A single lost answer that may not be
   * asked for again counts a third: it says less than a call that failed again and again.
   * @default 3
   */
  readonly failures?: number | undefined;
  /** Within this time. @default 30000 */
  readonly withinMs?: number | undefined;
  /** How long nobody calls it; then one probe decides. @default 60000 */
  readonly openMs?: number | undefined;
}

const durationMs = z.number().int().min(1).max(86_400_000);

/** Answers the options with every default filled in. */
export const circuitSchema: z.ZodType<CircuitSettings> = z.strictObject({
  failures: z.number().int().min(1).max(1_000_000).default(3),
  withinMs: durationMs.default(30_000),
  openMs: durationMs.default(60_000),
});

/** `undefined` where no circuit is wanted. */
export function circuitSettings(circuit: CircuitSettings | false | undefined): CircuitSettings | undefined {
  return circuit === false ? undefined : (circuit ?? circuitSchema.parse({}));
}
