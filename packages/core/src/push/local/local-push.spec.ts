import { describe, expect, it } from 'vitest';
import type { CallOptions, SendOptions } from '../../client/call.js';
import type { AnyMessageEndpoint } from '../../endpoint/endpoint.js';
import {
  NetworkError,
  OutcomeUnknownError,
  RateLimitError,
  StoreUnavailableError,
  TokenError,
} from '../../errors/errors.js';
import { ManualClock } from '../../testing/manual-clock.js';
import type { PushClient } from '../push-client.js';
import type { PushEntry, PushItem, PushPlan } from '../push-plan.js';
import type { PushResult } from '../push-result.js';
import type { PushProgress, PushRun } from '../push-run.js';
import { resultsToCsv } from '../results-to-csv.js';
import { startPush } from './start-push.js';

type Options = CallOptions & Partial<SendOptions>;
type Answer = (requestId: string, request: unknown, options: Options) => unknown;

// Only what a push reads of an endpoint.
const endpoint = {
  kind: 'message',
  name: 'template.send',
  message: { recipient: (request: { touser: string }) => request.touser },
} as unknown as AnyMessageEndpoint;

const sent = () => ({ status: 'sent', msgid: '1', replayed: false });
const limited = (scope: 'recipient' | 'endpoint', retryAfterMs: number) =>
  new RateLimitError(`${scope} is full`, { scope, retryAfterMs, origin: 'ours' });

/** A client whose platform is `answer`; every message takes `tookMs`. */
function clientOf(answer: Answer = sent, tookMs = 10) {
  const clock = new ManualClock();
  const calls: { requestId: string; atMs: number; options: Options }[] = [];
  let underWay = 0;
  let mostUnderWay = 0;
  const client = {
    clock,
    async callAny(_endpoint: unknown, request: unknown, options: Options = {}) {
      const requestId = options.requestId ?? '';
      calls.push({ requestId, atMs: clock.monotonic(), options });
      mostUnderWay = Math.max(mostUnderWay, ++underWay);
      await clock.sleep(tookMs);
      underWay -= 1;
      return answer(requestId, request, options);
    },
  } as unknown as PushClient;
  return { client, clock, calls, mostUnderWay: () => mostUnderWay };
}

const itemOf = (n: number, touser = `to-${n}`): PushItem => ({ requestId: `m-${n}`, request: { touser } });

function* items(count: number): Generator<PushItem> {
  for (let n = 0; n < count; n += 1) yield itemOf(n);
}

function start(
  fake: { client: PushClient },
  plan: Partial<PushPlan> & Pick<PushPlan, 'items'>,
  signal?: AbortSignal,
): PushRun {
  return startPush(fake, { id: 'spring', endpoint, ...plan }, { signal });
}

async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const list: Value[] = [];
  for await (const value of values) list.push(value);
  return list;
}

describe('a push in one process', () => {
  it('sends every item once, with its labels, and no more at once than it may', async () => {
    const fake = clientOf();
    const run = start(fake, { items: items(100), concurrency: 7, tenant: 'shop-1' });
    await fake.clock.advance(1000);
    const report = await run.finished();
    expect(report).toMatchObject({ id: 'spring', endpoint: 'template.send', phase: 'done', total: 100 });
    expect(report.counts).toMatchObject({ sent: 100, replayed: 0 });
    expect(new Set(fake.calls.map(({ requestId }) => requestId)).size).toBe(100);
    expect(fake.calls).toHaveLength(100);
    expect(fake.mostUnderWay()).toBe(7);
    expect(fake.calls[0]?.options).toMatchObject({ push: 'spring', group: 'batch', tenant: 'shop-1' });
  });

  it('gives each end to everybody who reads, also to who asked in the same turn', async () => {
    const fake = clientOf();
    const run = start(fake, { items: items(600) });
    const [one, other] = [collect(run.results()), collect(run.results())];
    await fake.clock.advance(1000);
    expect((await one).map(({ requestId }) => requestId).sort()).toEqual(
      [...items(600)].map(({ requestId }) => requestId).sort(),
    );
    expect(await other).toHaveLength(600);
  });

  it('waits for a reader that is slow, and goes on where it leaves', async () => {
    const fake = clientOf();
    let pulled = 0;
    async function* counted() {
      for (const item of items(5000)) {
        pulled += 1;
        yield item;
      }
    }
    const run = start(fake, { items: counted() });
    const reader = run.results()[Symbol.asyncIterator]();
    await Promise.all([reader.next(), fake.clock.advance(2000)]);
    expect(pulled).toBeLessThan(500);
    await reader.return?.();
    await fake.clock.advance(2000);
    expect((await run.finished()).counts.sent).toBe(5000);
  });

  it('lets a recipient that has too many hold up nobody else', async () => {
    const slow = { times: [] as number[] };
    const fake = clientOf((_id, request) => {
      if ((request as { touser: string }).touser !== 'slow') return sent();
      const nowMs = fake.clock.monotonic();
      const recent = slow.times.filter((atMs) => nowMs - atMs < 60_000);
      if (recent.length >= 4) throw limited('recipient', 60_000 - (nowMs - (recent[0] ?? nowMs)));
      slow.times.push(nowMs);
      return sent();
    });
    const mixed = [...items(300)].flatMap((item, n) => (n < 20 ? [itemOf(1000 + n, 'slow'), item] : [item]));
    const run = start(fake, { items: mixed, concurrency: 4 });
    await fake.clock.advance(2000);
    expect((await run.progress()).counts.sent).toBe(304);
    // Sixteen wait in one line: only its first one asks.
    const before = fake.calls.length;
    await fake.clock.advance(58_100);
    expect(fake.calls.length - before).toBeLessThanOrEqual(6);
    await fake.clock.advance(4 * 60_000);
    expect((await run.finished()).counts.sent).toBe(320);
  });

  it('pauses its source where a thousand wait for their recipients', async () => {
    let pulled = 0;
    const fake = clientOf(() => {
      throw limited('recipient', 3_600_000);
    });
    function* counted() {
      for (const item of items(3000)) {
        pulled += 1;
        yield item;
      }
    }
    const run = start(fake, { items: counted() });
    await fake.clock.advance(60_000);
    expect(pulled).toBeLessThan(1100);
    expect((await run.progress()).waitingFor).toMatch(/wait for limits of their recipients/);
    await run.cancel();
    expect((await run.finished()).counts['not-sent']).toBeGreaterThan(999);
  });

  it('waits with everything for a limit that all share, says for what and until when', async () => {
    const opensAtMs = 7_200_000;
    const fake = clientOf(() => {
      const leftMs = opensAtMs - fake.clock.monotonic();
      if (leftMs > 0) throw limited('endpoint', leftMs);
      return sent();
    });
    const run = start(fake, { items: items(200), concurrency: 5 });
    await fake.clock.advance(3_600_000);
    expect(fake.calls).toHaveLength(5);
    const progress = await run.progress();
    expect(progress).toMatchObject({ phase: 'running', counts: { sent: 0, 'not-sent': 0 } });
    expect(progress.waitingFor).toMatch(/endpoint is full; tried again at 2026-01-01T02:00:00/);
    await fake.clock.advance(3_700_000);
    expect((await run.finished()).counts.sent).toBe(200);
  });

  it('keeps as many in a line as get through it', async () => {
    let inLine = 0;
    const fake = clientOf(async () => {
      // Room for one in a second, and nobody waits longer than ten.
      if (inLine >= 10) throw limited('endpoint', 15_000);
      inLine += 1;
      await fake.clock.sleep(inLine * 1000 - (fake.clock.monotonic() % 1000));
      inLine -= 1;
      return sent();
    });
    const run = start(fake, { items: items(100), concurrency: 30 });
    await fake.clock.advance(105_000);
    expect((await run.finished()).counts.sent).toBe(100);
    expect(fake.calls.length).toBeLessThan(400);
  });

  it('ends what a deadline comes before as not sent, each with a result', async () => {
    const fake = clientOf(() => {
      throw new StoreUnavailableError('the store is away', { store: 'send' });
    });
    const run = start(fake, { items: items(300), concurrency: 3, deadlineMs: 5000 });
    const results = collect(run.results());
    await fake.clock.advance(6000);
    const report = await run.finished();
    expect(report).toMatchObject({ phase: 'done', total: 300, counts: { sent: 0, 'not-sent': 300 } });
    expect(new Set((await results).map((result) => 'code' in result && result.code))).toEqual(
      new Set(['EXPIRED']),
    );
  });

  it('loses nothing and calls nothing sent while a store is away', async () => {
    let [isAway, wasAway] = [false, false];
    const fake = clientOf((requestId) => {
      if (requestId === 'm-50' && !wasAway) [isAway, wasAway] = [true, true];
      if (isAway) throw new StoreUnavailableError('the store is away', { store: 'send' });
      return sent();
    });
    const run = start(fake, { items: items(100), concurrency: 4 });
    await fake.clock.advance(30_000);
    const { counts, waitingFor } = await run.progress();
    expect(counts.sent).toBeLessThan(55);
    expect(waitingFor).toMatch(/the store is away/);
    isAway = false;
    await fake.clock.advance(5000);
    const report = await run.finished();
    expect(report.counts).toMatchObject({ sent: 100, 'not-sent': 0, unknown: 0 });
  });

  it.each([
    ['the platform', new NetworkError('nobody answers', { systemCode: 'ECONNREFUSED' }), 100],
    ['the token endpoint', new TokenError('nobody answers'), 100],
    // Waiting does not mend a wrong secret: whoever mends it runs the push again.
    ['the right to a token', new TokenError('invalid appsecret', { errcode: 40125 }), 0],
  ])('waits for %s where that may help', async (_, error, sentAtLast) => {
    let isAway = true;
    const fake = clientOf(() => {
      if (isAway) throw error;
      return sent();
    });
    const run = start(fake, { items: items(100), concurrency: 4 });
    await fake.clock.advance(30_000);
    isAway = false;
    await fake.clock.advance(10_000);
    const { counts } = await run.finished();
    expect(counts).toMatchObject({ sent: sentAtLast, 'not-sent': 100 - sentAtLast, unknown: 0 });
  });

  describe('F48: a message of which nobody knows whether it went out', () => {
    const doubt = () => new OutcomeUnknownError('nobody knows', { repeatableForMs: 500_000 });

    it('is called again while the platform takes a second one for the first', async () => {
      const calls = new Map<string, number>();
      const fake = clientOf((requestId) => {
        const call = (calls.get(requestId) ?? 0) + 1;
        calls.set(requestId, call);
        if (call < 3) throw doubt();
        return sent();
      });
      const run = start(fake, { items: items(20), concurrency: 4 });
      await fake.clock.advance(30_000);
      expect((await run.finished()).counts).toMatchObject({ sent: 20, unknown: 0 });
      expect([...calls.values()]).toEqual(Array.from({ length: 20 }, () => 3));
    });

    it('ends as unknown where the platform has forgotten it', async () => {
      const fake = clientOf(() => {
        throw new OutcomeUnknownError('nobody knows');
      });
      const run = start(fake, { items: items(3) });
      await fake.clock.advance(1000);
      expect((await run.finished()).counts).toMatchObject({ unknown: 3 });
      expect(fake.calls).toHaveLength(3);
    });

    it('ends as unknown, not as not sent, where the push is cancelled before the next call', async () => {
      const fake = clientOf(() => {
        throw doubt();
      });
      const run = start(fake, { items: items(3) });
      await fake.clock.advance(1000);
      await run.cancel();
      await fake.clock.advance(1000);
      expect((await run.finished()).counts).toMatchObject({ unknown: 3, 'not-sent': 0 });
    });
  });

  it('begins none while it is paused, and goes on', async () => {
    const fake = clientOf();
    const run = start(fake, { items: items(50), concurrency: 2 });
    await fake.clock.advance(50);
    await run.pause();
    await fake.clock.advance(20);
    const begun = fake.calls.length;
    await fake.clock.advance(60_000);
    expect(fake.calls).toHaveLength(begun);
    expect(begun).toBeLessThan(50);
    expect((await run.progress()).phase).toBe('paused');
    await run.resume();
    await fake.clock.advance(1000);
    expect((await run.finished()).counts.sent).toBe(50);
  });

  it.each(['cancel', 'signal'])('ends on %s: those under way end, the source is closed', async (by) => {
    const fake = clientOf();
    let isClosed = false;
    async function* endless() {
      try {
        for (let n = 0; ; n += 1) yield itemOf(n);
      } finally {
        isClosed = true;
      }
    }
    const controller = new AbortController();
    const run = start(fake, { items: endless(), concurrency: 3 }, controller.signal);
    await fake.clock.advance(95);
    if (by === 'cancel') await run.cancel();
    else controller.abort();
    await fake.clock.advance(1000);
    const report = await run.finished();
    expect(report.phase).toBe('cancelled');
    expect(report.counts.sent).toBe(fake.calls.length);
    expect(isClosed).toBe(true);
  });

  it.each([
    ['results', (run: PushRun): AsyncIterator<unknown> => run.results()[Symbol.asyncIterator]()],
    ['results as CSV', (run: PushRun): AsyncIterator<unknown> => resultsToCsv(run.results())],
  ])('does not wait for a reader who left %s before the first one', async (_what, readerOf) => {
    const fake = clientOf();
    const run = start(fake, { items: items(600) });
    await readerOf(run).return?.();
    await fake.clock.advance(10_000);
    expect((await run.progress()).counts.sent).toBe(600);
  });

  it('lets a reader leave who waits for the next result', async () => {
    const fake = clientOf();
    const run = start(fake, { items: items(3) });
    await run.pause();
    const reader = run.results()[Symbol.asyncIterator]();
    const next = reader.next();
    await reader.return?.();
    expect(await next).toEqual({ done: true, value: undefined });
    await run.cancel();
  });

  it('goes on past what can be no message', async () => {
    const fake = clientOf();
    const odd = [itemOf(1), undefined, 'x', { requestId: 3, request: {} }, { requestId: 'a' }, itemOf(2)];
    const invalid = { requestId: 'line 9', invalid: 'has 1 cells', line: 9 };
    const run = start(fake, { items: [...odd, invalid] as PushEntry[] });
    const results = collect(run.results());
    await fake.clock.advance(1000);
    const ends = (await results).map(({ requestId, state }) => `${requestId} ${state}`);
    expect(ends.sort()).toEqual([
      'item 2 invalid',
      'item 3 invalid',
      'item 4 invalid',
      'item 5 invalid',
      'line 9 invalid',
      'm-1 sent',
      'm-2 sent',
    ]);
    expect((await run.finished()).total).toBe(7);
  });

  it('rejects where its source fails, with the cause, after those under way have ended', async () => {
    const fake = clientOf();
    function* failing() {
      yield* items(10);
      throw new Error('disk gone');
    }
    const run = start(fake, { items: failing(), concurrency: 20 });
    const results: PushResult[] = [];
    const reading = (async () => {
      for await (const result of run.results()) results.push(result);
    })();
    const caught = reading.catch((error: unknown) => error);
    await fake.clock.advance(1000);
    await expect(run.finished()).rejects.toMatchObject({
      code: 'CONFIG',
      message: expect.stringContaining('disk gone'),
      hint: expect.stringContaining('again'),
    });
    expect(await caught).toMatchObject({ code: 'CONFIG' });
    expect(results).toHaveLength(10);
  });

  it('breaks off at an error that would meet every message', async () => {
    const fake = clientOf(() => {
      throw new TypeError('an interceptor is wrong');
    });
    const run = start(fake, { items: items(1000), concurrency: 2 });
    await fake.clock.advance(1000);
    await expect(run.finished()).rejects.toThrow('an interceptor is wrong');
    expect((await run.progress()).counts.unknown).toBe(2);
  });

  it('keeps a pace of its own, evenly', async () => {
    const fake = clientOf();
    const run = start(fake, { items: items(30), maxPerSecond: 10 });
    await fake.clock.advance(3000);
    await run.finished();
    const gaps = fake.calls.slice(1).map(({ atMs }, n) => atMs - (fake.calls[n]?.atMs ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100);
    expect(fake.calls.at(-1)?.atMs).toBeLessThanOrEqual(2930);
  });

  it('begins within its spread', async () => {
    const begins: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const fake = clientOf();
      const run = start(fake, { items: items(1), startSpreadMs: 10_000 });
      await fake.clock.advance(10_100);
      await run.finished();
      begins.push(fake.calls[0]?.atMs ?? -1);
    }
    expect(Math.max(...begins)).toBeLessThanOrEqual(10_001);
    expect(new Set(begins).size).toBeGreaterThan(10);
  });

  it('tells its pace and what is left, and the end once', async () => {
    const fake = clientOf(sent, 1000);
    const run = start(fake, { items: items(100), concurrency: 2, total: 100 });
    const seen: PushProgress[] = [];
    const watching = (async () => {
      for await (const progress of run.watch({ everyMs: 5000 })) seen.push(progress);
    })();
    await fake.clock.advance(20_500);
    const { perSecond, remainingMs, total } = await run.progress();
    expect(perSecond).toBeGreaterThan(1.7);
    expect(perSecond).toBeLessThan(2.3);
    expect(remainingMs).toBeGreaterThan(25_000);
    expect(remainingMs).toBeLessThan(36_000);
    expect(total).toBe(100);
    await fake.clock.advance(40_000);
    await watching;
    expect(seen.filter(({ endedAt }) => endedAt !== undefined)).toHaveLength(1);
    expect(seen.at(-1)).toMatchObject({ phase: 'done', counts: { sent: 100 }, remainingMs: 0 });
  });

  it('names a wrong setting before anything begins', () => {
    expect(() => start(clientOf(), { items: [], concurrency: 0 })).toThrow(/startPush: concurrency: .*got 0/);
  });
});
