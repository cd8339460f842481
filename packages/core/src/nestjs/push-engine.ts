import type { AnyMessageEndpoint } from '../endpoint/endpoint.js';
import type { PushPlan } from '../push/push-plan.js';
import type { PushRun } from '../push/push-run.js';

/** What carries pushes out: this process alone, or a queue and its workers. */
export interface PushEngine {
  start<E extends AnyMessageEndpoint>(plan: PushPlan<E>): Promise<PushRun>;
  find(id: string): Promise<PushRun | undefined>;
  /** Begins no further message, and resolves when those under way have ended, about `graceMs` later at the latest. */
  finish(graceMs: number): Promise<void>;
  /** Closes what was opened; nothing works any more after it. */
  close(): Promise<void>;
}
