import { describe, expect, it } from 'vitest';
import { nextBeijingMidnight } from '../../retry/platform-time.js';
import type { EventOf } from '../../telemetry/events.js';
import { Telemetry } from '../../telemetry/telemetry.js';
import { ManualClock } from '../../testing/manual-clock.js';
import type { FleetView } from '../limit-store.js';
import { alone } from './fleet-reporter.js';
import { QuotaBook } from './quota-book.js';
import { dailyQuota, parseQuotaView } from './quota-view.js';

const account = 'wx0000000000000001';
const endpoint = 'template.send';
const learned = { dailyLimit: 1000, used: 100, remaining: 900, rateLimit: { max: 500, windowMs: 60_000 } };

function book({ headroom = 0.2, quotaMode = 'learn' as 'learn' | 'ask' | 'ignore', processes = 1 } = {}) {
  const clock = new ManualClock();
  const telemetry = new Telemetry();
  const seen: EventOf<'quota.seen'>[] = [];
  telemetry.on('quota.seen', (event) => seen.push(event));
  const notes = new Map<string, { readonly text: string | undefined; readonly ttlMs: number }>();
  const factors: [string, number][] = [];
  const closed: [string, number][] = [];
  const made = new QuotaBook({
    account,
    clock,
    telemetry,
    policy: () => ({ quotaMode, headroom }),
    limiter: {
      setConcurrencyFactor: (name, factor) => factors.push([name, factor]),
      closeAhead: async (scope, _endpoint, forMs) => closed.push([scope, forMs]),
    },
    reporter: {
      note: (key, text, ttlMs) => void notes.set(key, { text, ttlMs }),
      view: { ...alone, processes },
    },
  });
  const view = (texts: Record<string, string>): FleetView => ({
    ...alone,
    notes: new Map(Object.entries(texts)),
  });
  return { book: made, clock, seen, notes, factors, closed, view };
}

const headers = (limit: number, remaining: number, reset?: number) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  ...(reset === undefined ? {} : { 'x-ratelimit-reset': String(reset) }),
});

describe('QuotaBook: what the platform told', () => {
  it('keeps it, tells it, and shares it with an expiry', () => {
    const { book: quotas, clock, seen, notes } = book();
    quotas.learn(dailyQuota(endpoint, learned, clock.now()));
    expect(quotas.views).toMatchObject([{ name: endpoint, limit: 1000, used: 100, remaining: 900 }]);
    expect(seen).toMatchObject([{ name: endpoint, from: 'quota-get', limit: 1000, remaining: 900 }]);
    const note = notes.get(`quota:${endpoint}`);
    expect(parseQuotaView(note?.text ?? '')).toEqual(quotas.viewOf(endpoint));
    expect(note?.ttlMs).toBeGreaterThan(0);
  });

  it('a rate limit that was told becomes a rule, less the headroom', () => {
    const { book: quotas, clock } = book();
    expect(quotas.rulesOf(endpoint)).toEqual([]);
    quotas.learn(dailyQuota(endpoint, learned, clock.now()));
    expect(quotas.rulesOf(endpoint)).toMatchObject([
      { type: 'sliding-window', scope: 'endpoint', max: 400, windowMs: 60_000 },
    ]);
  });

  it('with no headroom the rule counts from the end of each call', () => {
    const { book: quotas, clock } = book({ headroom: 0 });
    quotas.learn(dailyQuota(endpoint, learned, clock.now()));
    expect(quotas.rulesOf(endpoint)).toMatchObject([{ max: 500, countsFrom: 'end' }]);
  });

  it('halves and quarters the concurrency as the quota is used up, counting on for the whole fleet', () => {
    const { book: quotas, clock, factors, view } = book({ processes: 4 });
    quotas.learn(dailyQuota(endpoint, learned, clock.now()));
    const use = (calls: number) => {
      for (let index = 0; index < calls; index += 1) quotas.counted(endpoint);
      quotas.onView(view({}));
    };
    use(125);
    expect(factors).toEqual([]);
    use(1);
    expect(factors).toEqual([[endpoint, 0.5]]);
    use(50);
    expect(factors).toEqual([
      [endpoint, 0.5],
      [endpoint, 0.25],
    ]);
  });

  it('after midnight nothing of the day is used, and the rate limit is still known', async () => {
    const { book: quotas, clock, factors, view } = book();
    quotas.learn(dailyQuota(endpoint, { ...learned, used: 950, remaining: 50 }, clock.now()));
    quotas.onView(view({}));
    await clock.advance(nextBeijingMidnight(clock.now()) - clock.now());
    quotas.onView(view({}));
    expect(quotas.viewOf(endpoint)).toMatchObject({ used: 0, remaining: 1000 });
    expect(factors.at(-1)).toEqual([endpoint, 1]);
    expect(quotas.rulesOf(endpoint)).toHaveLength(1);
  });

  it('ignores everything where the policy says so', () => {
    const { book: quotas, clock, seen, view } = book({ quotaMode: 'ignore' });
    quotas.headersSeen(endpoint, headers(100, 0, 10));
    const told = dailyQuota(endpoint, learned, clock.now());
    quotas.onView(view({ [`quota:${endpoint}`]: JSON.stringify(told) }));
    expect([quotas.views, seen, quotas.rulesOf(endpoint)]).toEqual([[], [], []]);
  });
});

describe('QuotaBook: what others have told', () => {
  it('the fresher word wins, whoever heard it', async () => {
    const { book: quotas, clock, view } = book();
    const early = dailyQuota(endpoint, learned, clock.now());
    await clock.advance(1000);
    quotas.learn(dailyQuota(endpoint, { ...learned, used: 200, remaining: 800 }, clock.now()));
    quotas.onView(view({ [`quota:${endpoint}`]: JSON.stringify(early) }));
    expect(quotas.viewOf(endpoint)?.used).toBe(200);
    await clock.advance(1000);
    const late = dailyQuota(endpoint, { ...learned, used: 300, remaining: 700 }, clock.now());
    quotas.onView(view({ [`quota:${endpoint}`]: JSON.stringify(late) }));
    expect(quotas.viewOf(endpoint)?.used).toBe(300);
  });

  it('a host whose clock is ahead does not have the last word for ever', async () => {
    const { book: quotas, clock, view } = book();
    const ahead = dailyQuota(endpoint, learned, clock.now() + 3_600_000);
    quotas.onView(view({ [`quota:${endpoint}`]: JSON.stringify(ahead) }));
    await clock.advance(1000);
    quotas.learn(dailyQuota(endpoint, { ...learned, used: 200, remaining: 800 }, clock.now()));
    expect(quotas.viewOf(endpoint)?.used).toBe(200);
  });

  it.each(['', 'null', '{}', '{"name":"x"}', '[1]'])('leaves %j alone, which is no view', (text) => {
    const { book: quotas, view } = book();
    quotas.onView(view({ [`quota:${endpoint}`]: text }));
    expect(quotas.views).toEqual([]);
  });
});

describe('QuotaBook: what headers tell', () => {
  it('closes the gateway until the moment that was named, before a 429 comes, and once', () => {
    const { book: quotas, closed } = book();
    quotas.headersSeen(endpoint, headers(100, 1, 10));
    expect(closed).toEqual([]);
    quotas.headersSeen(endpoint, headers(100, 0, 10));
    quotas.headersSeen('user.info', headers(100, 0, 10));
    expect(closed).toEqual([['gateway', 10_000]]);
  });

  it('without a named moment there is nothing to wait for', () => {
    const { book: quotas, closed } = book();
    quotas.headersSeen(endpoint, headers(100, 0));
    expect(closed).toEqual([]);
  });

  it('lowers the concurrency of every endpoint that the gateway counts, until the window is over', async () => {
    const { book: quotas, clock, factors, view } = book();
    quotas.headersSeen(endpoint, { ...headers(100, 30, 10), 'x-ratelimit-group': 'messages' });
    quotas.headersSeen('user.info', { ...headers(100, 90, 10), 'x-ratelimit-group': 'users' });
    expect(factors).toEqual([[endpoint, 0.5]]);
    await clock.advance(10_000);
    quotas.onView(view({}));
    expect(factors.at(-1)).toEqual([endpoint, 1]);
    expect(quotas.views).toEqual([]);
  });

  it('tells changes of a hundredth of the limit, and no more than one a second', async () => {
    const { book: quotas, clock, seen, notes } = book();
    for (let step = 0; step < 100; step += 1) {
      quotas.headersSeen(endpoint, headers(1000, 1000 - step, 60));
      await clock.advance(100);
    }
    expect(seen.length).toBeGreaterThanOrEqual(8);
    expect(seen.length).toBeLessThanOrEqual(11);
    expect(notes.has('quota:gateway')).toBe(true);
  });
});
