import type { Telemetry } from '../telemetry/telemetry.js';
import type { Door } from './door.js';
import type { BarrierKey, ClosureAnswer, Drawing, Refusal } from './limit-store.js';
import type { Demand, RateLimitedCall } from './limited-call.js';

/** What the limiter tells of its work. */
export class LimitTelemetry {
  readonly #telemetry: Telemetry;
  readonly #account: string;

  constructor(telemetry: Telemetry, account: string) {
    this.#telemetry = telemetry;
    this.#account = account;
  }

  waited({ call }: Demand, { scope, key }: Pick<Door, 'scope' | 'key'>, waitMs: number): void {
    if (!this.#telemetry.hears('limit.waited')) return;
    this.#telemetry.emit({ type: 'limit.waited', ...this.#naming(call), scope, key, waitMs });
  }

  shadowed({ call }: Demand, { scope, key, retryAfterMs }: Refusal): void {
    this.#telemetry.emit({ type: 'limit.shadowed', ...this.#naming(call), scope, key, waitMs: retryAfterMs });
  }

  drew({ call, limits }: Demand, { how, key }: Drawing): void {
    if (how === 'part') return;
    const weight = limits.rules.find((rule) => rule.key === key)?.weight ?? call.weight;
    this.#telemetry.emit({ type: 'group.drew', ...this.#naming(call), how, key, weight });
  }

  passed({ call }: Demand): void {
    const key =
      call.requestId === undefined ? `group:${call.group ?? 'default'}` : `request:${call.requestId}`;
    this.#telemetry.emit({
      type: 'group.drew',
      ...this.#naming(call),
      how: 'allowed',
      key,
      weight: call.weight,
    });
  }

  closed(barrier: BarrierKey, { leftMs, perSecond }: ClosureAnswer): void {
    const account = this.#account;
    this.#telemetry.emit({ type: 'barrier.closed', account, ...barrier, closedForMs: leftMs, perSecond });
  }

  opened(key: string): void {
    this.#telemetry.emit({ type: 'barrier.opened', account: this.#account, key });
  }

  #naming({ callId, endpoint, requestId, group }: RateLimitedCall) {
    return { callId, account: this.#account, endpoint, requestId, group };
  }
}
