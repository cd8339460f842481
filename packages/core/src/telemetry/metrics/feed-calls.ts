import { answerCode } from '../answer-code.js';
import type { Feed, Stop } from './feed.js';

/** Calls, their requests and repetitions, and what became of messages. */
export function feedCalls({ telemetry, metrics, bounds }: Feed): Stop[] {
  const named = ({ account, endpoint }: { account: string; endpoint: string }) => ({
    account,
    endpoint: bounds.endpoint.of(endpoint),
  });
  const coded = (event: Parameters<typeof named>[0] & Parameters<typeof answerCode>[0]) => ({
    ...named(event),
    code: bounds.code.of(answerCode(event)),
  });
  return [
    telemetry.on('call.ended', (event) => {
      metrics.calls.inc({ ...named(event), result: event.error ?? 'ok' });
      metrics.callSeconds.observe(named(event), event.durationMs / 1000);
    }),
    telemetry.on('attempt.ended', (event) => {
      metrics.requests.inc({ ...coded(event), outcome: event.outcome });
      metrics.requestSeconds.observe(named(event), event.durationMs / 1000);
      const group = bounds.group.of(event.group ?? 'default');
      metrics.groupRequests.inc({ account: event.account, group });
    }),
    telemetry.on('retry.scheduled', (event) => metrics.retries.inc(coded(event))),
    telemetry.on('retry.exhausted', (event) => metrics.retriesExhausted.inc(coded(event))),
    telemetry.on('call.shared', (event) => metrics.callsShared.inc({ ...named(event), from: event.from })),
    telemetry.on('call.degraded', (event) =>
      metrics.callsDegraded.inc({ ...named(event), from: event.from }),
    ),
    telemetry.on('send.settled', (event) => {
      const { state, replayed } = event;
      metrics.sends.inc({ ...named(event), state, replayed: String(replayed) });
    }),
    telemetry.on('send.queued', (event) =>
      metrics.sendsQueued.inc({ ...named(event), again: String(event.again) }),
    ),
    telemetry.on('send.delivery-noted', (event) => {
      const { state, how } = event;
      metrics.deliveries.inc({ ...named(event), state, how });
    }),
  ];
}
