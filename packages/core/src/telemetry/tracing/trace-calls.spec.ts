import { context, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EventOf } from '../events.js';
import { Telemetry } from '../telemetry.js';
import { traceCalls } from './trace-calls.js';

const call = {
  callId: 'c-1',
  account: 'wx0000000000000001',
  endpoint: 'template.send',
  requestId: 'order-1',
  group: 'batch',
} as const;

const started: EventOf<'call.started'> = { ...call, type: 'call.started' };
const attempt: EventOf<'attempt.ended'> = {
  ...call,
  type: 'attempt.ended',
  attempt: 1,
  path: '/cgi-bin/message/template/send',
  durationMs: 0,
  status: 200,
  errcode: 0,
  kind: 'ok',
  outcome: 'done',
};
const ended: EventOf<'call.ended'> = {
  ...call,
  type: 'call.ended',
  durationMs: 10,
  attempts: 1,
  error: undefined,
  errcode: 0,
  kind: 'ok',
};
const busy = { errcode: -1, kind: 'busy', outcome: 'not-done' } as const;

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});
afterAll(() => context.disable());

function scene() {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const telemetry = new Telemetry();
  const tracer = provider.getTracer('test');
  const tracing = traceCalls(telemetry, { tracer });
  return { telemetry, tracer, tracing, spans: () => exporter.getFinishedSpans() };
}

function named(spans: readonly ReadableSpan[], name: string): ReadableSpan {
  const span = spans.find((candidate) => candidate.name === name);
  if (span === undefined) throw new Error(`no span "${name}"`);
  return span;
}

const ms = ([seconds, nanos]: readonly [number, number]) => seconds * 1e3 + nanos / 1e6;

it('makes one client span per call and one child per attempt', () => {
  const { telemetry, spans } = scene();
  telemetry.emit(started);
  telemetry.emit({ ...attempt, ...busy });
  telemetry.emit({ ...attempt, attempt: 2 });
  telemetry.emit({ ...ended, attempts: 2 });
  const root = named(spans(), 'template.send');
  expect(root.kind).toBe(SpanKind.CLIENT);
  expect(root.status.code).toBe(SpanStatusCode.UNSET);
  expect(root.attributes).toEqual({
    'wechat.account': 'wx0000000000000001',
    'wechat.endpoint': 'template.send',
    'wechat.group': 'batch',
    'wechat.request_id': 'order-1',
    'wechat.attempts': 2,
    'wechat.errcode': 0,
    'wechat.kind': 'ok',
    'wechat.limiter_wait_ms': 0,
  });
  const children = spans().filter(({ parentSpanContext }) => parentSpanContext !== undefined);
  expect(children.map(({ name }) => name)).toEqual(['attempt 1', 'attempt 2']);
  for (const { parentSpanContext } of children)
    expect(parentSpanContext?.spanId).toBe(root.spanContext().spanId);
  expect(children[0]).toMatchObject({ status: { code: SpanStatusCode.ERROR, message: '-1' } });
  expect(children[1]?.attributes).toEqual({
    'url.path': '/cgi-bin/message/template/send',
    'http.response.status_code': 200,
    'http.request.resend_count': 1,
    'wechat.errcode': 0,
    'wechat.kind': 'ok',
    'wechat.outcome': 'done',
  });
});

it('puts the call under the span that is active where it is made', () => {
  const { telemetry, tracer, spans } = scene();
  const handler = tracer.startSpan('POST /orders');
  context.with(trace.setSpan(context.active(), handler), () => telemetry.emit(started));
  telemetry.emit(ended);
  expect(named(spans(), 'template.send').parentSpanContext?.spanId).toBe(handler.spanContext().spanId);
});

it('begins an attempt when it left, and lets no child reach beyond its call', async () => {
  const { telemetry, spans } = scene();
  telemetry.emit(started);
  await new Promise((resolve) => setTimeout(resolve, 30));
  telemetry.emit({ ...attempt, durationMs: 20 });
  telemetry.emit({ ...attempt, attempt: 2, durationMs: 60_000 });
  telemetry.emit(ended);
  const [root, one, two] = ['template.send', 'attempt 1', 'attempt 2'].map((name) => named(spans(), name));
  if (root === undefined || one === undefined || two === undefined) throw new Error('unreachable');
  expect(ms(one.endTime) - ms(one.startTime)).toBeCloseTo(20, 1);
  for (const child of [one, two]) {
    expect(ms(child.startTime)).toBeGreaterThanOrEqual(ms(root.startTime));
    expect(ms(child.endTime)).toBeLessThanOrEqual(ms(root.endTime));
  }
});

it('tells waits, limit answers and repetitions as events of the call, without the key that may name a person', () => {
  const { telemetry, spans } = scene();
  telemetry.emit(started);
  telemetry.emit({ ...call, type: 'limit.waited', scope: 'recipient', key: 'recipient:oABC', waitMs: 40 });
  const limited = {
    ...attempt,
    status: 429,
    errcode: undefined,
    kind: 'rate-gateway',
    outcome: 'not-done',
  } as const;
  telemetry.emit(limited);
  telemetry.emit({
    ...limited,
    type: 'limit.hit',
    scope: 'gateway',
    attributedTo: 'gateway',
    quotaRemaining: undefined,
    risingSince: undefined,
  });
  telemetry.emit({ ...limited, type: 'retry.scheduled', waitMs: 1_000 });
  telemetry.emit({ ...ended, attempts: 2 });
  const root = named(spans(), 'template.send');
  expect(root.events.map(({ name, attributes }) => [name, attributes])).toEqual([
    ['wait in line', { 'wechat.scope': 'recipient', 'wechat.wait_ms': 40 }],
    ['limit answer', { 'wechat.scope': 'gateway', 'wechat.code': '429' }],
    ['retry', { 'wechat.code': '429', 'wechat.wait_ms': 1_000 }],
  ]);
  expect(root.attributes).toMatchObject({ 'wechat.limiter_wait_ms': 40 });
});

it('marks a call that failed with the code of its error', () => {
  const { telemetry, spans } = scene();
  telemetry.emit(started);
  telemetry.emit({ ...ended, error: 'OUTCOME_UNKNOWN', errcode: undefined, kind: 'network' });
  const root = named(spans(), 'template.send');
  expect(root.status).toEqual({ code: SpanStatusCode.ERROR, message: 'OUTCOME_UNKNOWN' });
  expect(root.attributes).toMatchObject({ 'error.type': 'OUTCOME_UNKNOWN' });
});

it('says what became of a message, and of a call that made no request of its own', () => {
  const { telemetry, spans } = scene();
  telemetry.emit(started);
  telemetry.emit({ ...call, type: 'send.settled', state: 'sent', attempts: 1, replayed: true });
  telemetry.emit({ ...call, type: 'call.shared', from: 'cache' });
  telemetry.emit(ended);
  expect(named(spans(), 'template.send').attributes).toMatchObject({
    'wechat.send_state': 'sent',
    'wechat.replayed': true,
    'wechat.answered_from': 'cache',
  });
});

it('ends the spans of calls under way when it is closed, and hears nothing of calls that began before', () => {
  const { telemetry, tracing, spans } = scene();
  telemetry.emit({ ...attempt, callId: 'earlier' });
  telemetry.emit({ ...ended, callId: 'earlier' });
  telemetry.emit(started);
  tracing.close();
  telemetry.emit(ended);
  telemetry.emit({ ...started, callId: 'later' });
  expect(spans().map(({ name }) => name)).toEqual(['template.send']);
});

it('refuses what is no tracer', () => {
  expect(() => traceCalls(new Telemetry(), { tracer: {} as Tracer })).toThrowError(/tracer/);
});
