import { type Clock } from '../../src/clock/clock.js';
import type { LimitOptions } from '../../src/rate-limit/limit-options.js';
import { LimitPolicy } from '../../src/rate-limit/limit-policy.js';
import { MemoryLimitStore } from '../../src/rate-limit/memory-limit-store.js';
import {
  type Admission,
  type RateLimitedCall,
  RateLimiter,
  type RateLimiterOptions,
} from '../../src/rate-limit/rate-limiter.js';
import { Deadline } from '../../src/retry/deadline.js';
import type { EventOf, WetempoEvent, WetempoEventType } from '../../src/telemetry/events.js';
import { Telemetry } from '../../src/telemetry/telemetry.js';
import { withChaos } from '../../src/testing/chaos.js';
import { ManualClock } from '../../src/testing/manual-clock.js';

/** One process with its limiter. */
export interface Bench<C extends Clock> {
  readonly clock: C;
  readonly limiter: RateLimiter;
  readonly events: WetempoEvent[];
  /** Times that the store was asked. */
  asked(): number;
  call(fields?: Partial<CallFields>): Promise<Admission>;
  /** Answers the moment of the admission, which is released `forMs` later. */
  use(fields?: Partial<CallFields>, forMs?: number): Promise<number>;
}

export interface CallFields extends Omit<RateLimitedCall, 'deadline'> {
  readonly deadlineMs: number;
  readonly signal: AbortSignal | undefined;
}

interface BenchOptions<C extends Clock>
  extends Partial<Pick<RateLimiterOptions, 'store' | 'random' | 'inFlightMs' | 'learnedRules' | 'fleet'>> {
  readonly clock: C;
  readonly limits?: LimitOptions;
}

export function bench<C extends Clock>({
  clock,
  limits,
  store,
  random,
  ...options
}: BenchOptions<C>): Bench<C> {
  const telemetry = new Telemetry();
  const events: WetempoEvent[] = [];
  telemetry.onAny((event) => events.push(event));
  let asked = 0;
  const counted = withChaos(store ?? new MemoryLimitStore(clock), ({ method }, run) => {
    if (method === 'admit') asked += 1;
    return run();
  });
  const limiter = new RateLimiter({
    ...options,
    store: counted,
    policy: new LimitPolicy(limits, {}, { clock }),
    account: 'wx0000000000000001',
    telemetry,
    clock,
    random: random ?? (() => 0),
  });
  const call: Bench<C>['call'] = ({ deadlineMs = 600_000, signal, ...fields } = {}) =>
    limiter.admit({
      endpoint: 'template.send',
      kind: 'message',
      recipient: 'o1',
      weight: 1,
      onLimit: 'wait',
      callId: 'c1',
      requestId: 'r1',
      deadline: new Deadline(deadlineMs, signal, clock),
      ...fields,
    });
  const use: Bench<C>['use'] = async (fields, forMs = 0) => {
    const admission = await call(fields);
    if (forMs === 0) admission.release();
    else void clock.sleep(forMs).then(() => admission.release());
    return clock.monotonic();
  };
  return { clock, limiter, events, asked: () => asked, call, use };
}

export const manual = (fields: Omit<BenchOptions<ManualClock>, 'clock'> = {}) =>
  bench({ ...fields, clock: new ManualClock() });

export function recipients(count: number, from = 0): Partial<CallFields>[] {
  return Array.from({ length: count }, (_, index) => ({ recipient: `o${from + index}` }));
}

export function gather(calls: readonly Promise<number>[]): number[] {
  const moments: number[] = [];
  for (const call of calls)
    call.then(
      (atMs) => moments.push(atMs),
      () => undefined,
    );
  return moments;
}

export const read = { endpoint: 'user.info', kind: 'read', recipient: undefined } as const;

export function eventsOf<Type extends WetempoEventType>(
  events: readonly WetempoEvent[],
  type: Type,
): EventOf<Type>[] {
  return events.filter((event): event is EventOf<Type> => event.type === type);
}
