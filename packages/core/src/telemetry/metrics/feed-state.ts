import { nextBeijingMidnight } from '../../retry/platform-time.js';
import type { EventOf } from '../events.js';
import type { Feed, Stop } from './feed.js';
import { onScrape } from './metric-set.js';
import { Readings } from './readings.js';

const alertNumbers = { green: 0, suspicious: 1, yellow: 2, red: 3 } as const;
const circuitNumbers = { closed: 0, 'half-open': 1, open: 2 } as const;

/** What the pace stands at: alert, circuits, concurrency. */
export function feedState({ telemetry, metrics, clock, bounds }: Feed): Stop[] {
  const alerts = new Readings<'account'>();
  const circuits = new Readings<'account' | 'endpoint'>();
  const concurrency = new Readings<'account' | 'endpoint'>();
  return [
    telemetry.on('alert.changed', ({ account, level }) => {
      alerts.set({ account }, () => alertNumbers[level]);
    }),
    telemetry.on('circuit.changed', ({ account, endpoint, state }) => {
      circuits.set({ account, endpoint: bounds.endpoint.of(endpoint) }, () => circuitNumbers[state]);
    }),
    telemetry.on('concurrency.changed', (event) => {
      const { account, endpoint } = event;
      concurrency.set({ account, endpoint: bounds.endpoint.of(endpoint) }, () => event.concurrency);
    }),
    onScrape(metrics.alertLevel, () => alerts.writeTo(metrics.alertLevel, clock.monotonic())),
    onScrape(metrics.circuitState, () => circuits.writeTo(metrics.circuitState, clock.monotonic())),
    onScrape(metrics.concurrencyLimit, () =>
      concurrency.writeTo(metrics.concurrencyLimit, clock.monotonic()),
    ),
  ];
}

/** What is left of quotas. A quota that has begun anew since it was told is unknown, not empty. */
export function feedQuotas({ telemetry, metrics, clock, bounds }: Feed): Stop[] {
  const limits = new Readings<'account' | 'name'>();
  const remaining = new Readings<'account' | 'name'>();
  /** Where nobody named the moment, the day's end: then every quota begins anew. */
  const leftMs = ({ resetsInMs }: EventOf<'quota.seen'>) =>
    resetsInMs ?? nextBeijingMidnight(clock.now()) - clock.now();
  return [
    telemetry.on('quota.seen', (event) => {
      const labels = { account: event.account, name: bounds.name.of(event.name) };
      const endsAtMs = clock.monotonic() + leftMs(event);
      const untilItsEnd = (value: number) => (nowMs: number) => (nowMs < endsAtMs ? value : undefined);
      limits.set(labels, untilItsEnd(event.limit));
      remaining.set(labels, untilItsEnd(event.remaining));
    }),
    onScrape(metrics.quotaLimit, () => limits.writeTo(metrics.quotaLimit, clock.monotonic())),
    onScrape(metrics.quotaRemaining, () => remaining.writeTo(metrics.quotaRemaining, clock.monotonic())),
  ];
}
