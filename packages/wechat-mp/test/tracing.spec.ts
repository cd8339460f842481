import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { traceCalls } from '@wetempo/core/tracing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appId, appSecret, message, openid, platformAndClient } from './fixtures.js';

const sendPath = '/cgi-bin/message/template/send';

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});
afterAll(() => context.disable());

const told = ({ name, attributes, events, status }: ReadableSpan) =>
  JSON.stringify({ name, attributes, status, events: events.map((event) => [event.name, event.attributes]) });

it('calls of two handlers at once each hang under their own handler, and no span holds a secret or a person', async () => {
  const { simulator, mp } = await platformAndClient();
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const tracer = provider.getTracer('test');
  const tracing = traceCalls(mp.telemetry, { tracer });
  simulator.faults.add({ kind: 'cut-after', path: sendPath, times: 1 });
  const handle = (n: number) =>
    tracer.startActiveSpan(`handler ${n}`, async (span) => {
      await Promise.resolve();
      await mp.template.send(message(n), { requestId: `order-${n}` });
      await mp.user.info({ openid: openid(n) });
      span.end();
    });
  await Promise.all([handle(1), handle(2)]);
  tracing.close();

  const spans = exporter.getFinishedSpans();
  const idOf = (name: string) => spans.find((span) => span.name === name)?.spanContext().spanId;
  for (const n of [1, 2]) {
    const calls = spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === idOf(`handler ${n}`));
    expect(calls.map(({ name }) => name)).toEqual(expect.arrayContaining(['template.send', 'user.info']));
    expect(calls.filter(({ name }) => name !== 'token.stable')).toHaveLength(2);
  }
  const attempts = spans.filter(({ name }) => name.startsWith('attempt'));
  expect(attempts).toHaveLength(simulator.requests.length);
  const text = spans.map(told).join('\n');
  for (const secret of [appSecret, simulator.tokens.current(appId) ?? '', openid(1), openid(2)]) {
    expect(secret).not.toBe('');
    expect(text).not.toContain(secret);
  }
});
