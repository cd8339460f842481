import { context, type Tracer, trace } from '@opentelemetry/api';
import { z } from 'zod';
import { checkOptions } from '../../config/check-options.js';
import type { Telemetry } from '../telemetry.js';
import { CallSpan } from './call-span.js';

export interface TracingOptions {
  /** @default the tracer `@wetempo/core` of the provider that is registered globally */
  readonly tracer?: Tracer | undefined;
}

/** Calls that are being traced. */
export interface CallTracing {
  /** Traces no more; spans of calls under way end here. */
  close(): void;
}

const optionsSchema = z.strictObject({
  tracer: z.custom<Tracer>(isTracer, 'must be a Tracer of OpenTelemetry').optional(),
});

/**
 * Makes one client span per call, named after its endpoint, under the span that is active where the call is made; each
 * attempt is a child of it. Waits, limit answers and repetitions are its events. No attribute holds a token, a query or a
 * payload.
 *
 * @example
 * const tracing = traceCalls(mp.telemetry);
 * @throws {ConfigError} where `tracer` is no tracer
 */
export function traceCalls(telemetry: Telemetry, options: TracingOptions = {}): CallTracing {
  const { tracer = trace.getTracer('@wetempo/core') } = checkOptions(optionsSchema, options, 'traceCalls');
  const spans = new Map<string, CallSpan>();
  const spanOf = ({ callId }: { readonly callId: string }) => spans.get(callId);
  const stops = [
    // Told in the same turn as the call is made, so that the caller's context is the active one.
    telemetry.on('call.started', (event) => {
      spans.set(event.callId, new CallSpan(tracer, event, context.active()));
    }),
    telemetry.on('attempt.ended', (event) => spanOf(event)?.attempt(event)),
    telemetry.on('limit.waited', (event) => spanOf(event)?.waited(event)),
    telemetry.on('limit.hit', (event) => spanOf(event)?.limited(event)),
    telemetry.on('retry.scheduled', (event) => spanOf(event)?.retry(event)),
    telemetry.on('call.shared', (event) => spanOf(event)?.answeredFrom(event.from)),
    telemetry.on('call.degraded', (event) => spanOf(event)?.answeredFrom(event.from)),
    telemetry.on('send.settled', (event) => spanOf(event)?.settled(event)),
    telemetry.on('send.queued', (event) => spanOf(event)?.queued(event)),
    telemetry.on('call.ended', (event) => {
      spanOf(event)?.end(event);
      spans.delete(event.callId);
    }),
  ];
  return {
    close: () => {
      for (const stop of stops) stop();
      for (const span of spans.values()) span.abandon();
      spans.clear();
    },
  };
}

function isTracer(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'startSpan' in value;
}
