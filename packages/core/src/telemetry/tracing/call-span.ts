import {
  type Attributes,
  type Context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { answerCode } from '../answer-code.js';
import type { EventOf } from '../events.js';
import { SpanTimes } from './span-times.js';

/** The span of one call, with one child per attempt. */
export class CallSpan {
  readonly #tracer: Tracer;
  readonly #span: Span;
  readonly #context: Context;
  readonly #times = new SpanTimes();
  #waitMs = 0;

  /** @param callers the context that the call was made in: its span becomes the parent */
  constructor(tracer: Tracer, started: EventOf<'call.started'>, callers: Context) {
    this.#tracer = tracer;
    const attributes = {
      'wechat.account': started.account,
      'wechat.endpoint': started.endpoint,
      'wechat.group': started.group,
      'wechat.request_id': started.requestId,
    };
    const options = { kind: SpanKind.CLIENT, startTime: this.#times.startMs, attributes: known(attributes) };
    this.#span = tracer.startSpan(started.endpoint, options, callers);
    this.#context = trace.setSpan(callers, this.#span);
  }

  /** Only the call itself is a client's span: a map of services then counts it once. */
  attempt(event: EventOf<'attempt.ended'>): void {
    const attributes = {
      'url.path': event.path,
      'http.response.status_code': event.status,
      'http.request.resend_count': event.attempt > 1 ? event.attempt - 1 : undefined,
      'wechat.errcode': event.errcode,
      'wechat.kind': event.kind,
      'wechat.outcome': event.outcome,
    };
    const endMs = this.#times.now();
    const startTime = this.#times.startOf(event.durationMs, endMs);
    const options = { startTime, attributes: known(attributes) };
    const span = this.#tracer.startSpan(`attempt ${event.attempt}`, options, this.#context);
    if (event.kind !== 'ok') fail(span, answerCode(event));
    span.end(endMs);
  }

  waited({ scope, waitMs }: EventOf<'limit.waited'>): void {
    this.#waitMs += waitMs;
    this.#tell('wait in line', { 'wechat.scope': scope, 'wechat.wait_ms': waitMs });
  }

  limited(event: EventOf<'limit.hit'>): void {
    this.#tell('limit answer', { 'wechat.scope': event.attributedTo, 'wechat.code': answerCode(event) });
  }

  retry(event: EventOf<'retry.scheduled'>): void {
    this.#tell('retry', { 'wechat.code': answerCode(event), 'wechat.wait_ms': event.waitMs });
  }

  /** How the call was answered, where no request of its own did. */
  answeredFrom(source: EventOf<'call.shared' | 'call.degraded'>['from']): void {
    this.#span.setAttribute('wechat.answered_from', source);
  }

  settled({ state, replayed }: EventOf<'send.settled'>): void {
    this.#span.setAttributes({ 'wechat.send_state': state, 'wechat.replayed': replayed });
  }

  queued({ dueInMs }: EventOf<'send.queued'>): void {
    this.#span.setAttribute('wechat.send_state', 'pending');
    this.#tell('queued', { 'wechat.due_in_ms': dueInMs });
  }

  end({ attempts, errcode, kind, error }: EventOf<'call.ended'>): void {
    const attributes = {
      'wechat.attempts': attempts,
      'wechat.errcode': errcode,
      'wechat.kind': kind,
      'wechat.limiter_wait_ms': this.#waitMs,
    };
    this.#span.setAttributes(known(attributes));
    if (error !== undefined) fail(this.#span, error);
    this.#span.end(this.#times.now());
  }

  /** Nobody will tell its end any more. */
  abandon(): void {
    this.#span.end(this.#times.now());
  }

  #tell(name: string, attributes: Attributes): void {
    this.#span.addEvent(name, attributes, this.#times.now());
  }
}

function fail(span: Span, code: string): void {
  span.setAttribute('error.type', code);
  span.setStatus({ code: SpanStatusCode.ERROR, message: code });
}

function known(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
