import { describe, expect, it } from 'vitest';
import { Telemetry } from '../../telemetry/telemetry.js';
import { ManualClock } from '../../testing/manual-clock.js';
import { MemoryLimitStore } from '../memory-limit-store.js';
import { FleetReporter } from './fleet-reporter.js';
import { QuotaBook } from './quota-book.js';
import { QuotaQuestions } from './quota-questions.js';
import type { EndpointQuota } from './quota-view.js';

const account = 'wx0000000000000001';
const endpoint = { name: 'template.send', path: '/send', auth: 'token' } as const;
const usedUp = { dailyLimit: 200, used: 200, remaining: 0 };
const half = { dailyLimit: 200, used: 100, remaining: 100, rateLimit: { max: 10, windowMs: 60_000 } };

interface FleetOptions {
  readonly answer: EndpointQuota | undefined | Error;
  readonly takesMs?: number;
  readonly quotaMode?: 'learn' | 'ask' | 'ignore';
}

function fleet({ answer, takesMs = 100, quotaMode = 'learn' }: FleetOptions) {
  const clock = new ManualClock();
  const store = new MemoryLimitStore(clock);
  const asked: string[] = [];
  const closed: number[] = [];
  const join = (processId: string) => {
    const telemetry = new Telemetry();
    const policy = () => ({ quotaMode, headroom: 0 });
    const onView = (view: FleetReporter['view']) => book.onView(view);
    const reporter = new FleetReporter({ store, account, processId, clock, telemetry, onView });
    const limiter = { setConcurrencyFactor: () => undefined, closeAhead: async () => undefined };
    const book: QuotaBook = new QuotaBook({ account, clock, telemetry, policy, limiter, reporter });
    const questions = new QuotaQuestions({
      clock,
      policy,
      book,
      reporter,
      takeTurn: (name, forMs) => store.takeTurn(account, name, forMs),
      closeDoor: async (_endpoint, forMs) => closed.push(forMs),
      question: {
        endpoint: 'quota.get',
        ask: async (path) => {
          asked.push(path);
          await clock.sleep(takesMs);
          if (answer instanceof Error) throw answer;
          return answer;
        },
      },
    });
    return { questions, book };
  };
  return { clock, asked, closed, join };
}

describe('QuotaQuestions: after a daily limit', () => {
  it('one question serves every call of every process', async () => {
    const { clock, asked, join } = fleet({ answer: usedUp });
    const processes = [join('a'), join('b'), join('c')];
    const findings = processes.flatMap(({ questions }) =>
      Array.from({ length: 20 }, () => questions.afterDayLimit(endpoint)),
    );
    await clock.advance(2000);
    const found = await Promise.all(findings);
    expect(asked).toEqual(['/send']);
    for (const finding of found) expect(finding).toMatchObject({ type: 'told', view: { remaining: 0 } });
  });

  it('a limit answer that comes late needs no question of its own', async () => {
    const { clock, asked, join } = fleet({ answer: half });
    const { questions } = join('a');
    const first = questions.afterDayLimit(endpoint);
    await clock.advance(200);
    await first;
    const late = questions.afterDayLimit(endpoint);
    await clock.advance(200);
    expect(await late).toMatchObject({ type: 'told', view: { remaining: 100 } });
    expect(asked).toHaveLength(1);
  });

  it('a question that failed decides nothing, and whoever waits for it does not wait for ever', async () => {
    const { clock, join } = fleet({ answer: new Error('no answer') });
    const [asker, other] = [join('a').questions, join('b').questions];
    const findings = [asker.afterDayLimit(endpoint), other.afterDayLimit(endpoint)];
    await clock.advance(5500);
    expect(await Promise.all(findings)).toEqual([{ type: 'undecided' }, { type: 'undecided' }]);
  });

  it.each([
    { ...endpoint, name: 'quota.get' },
    { ...endpoint, auth: 'none' as const },
  ])('asks nothing for $name with $auth', async (asking) => {
    const { asked, join } = fleet({ answer: half });
    expect(await join('a').questions.afterDayLimit(asking)).toEqual({ type: 'untold' });
    expect(asked).toEqual([]);
  });
});

describe('QuotaQuestions: before the first call', () => {
  it('asks once for the fleet, and the others wait for the answer', async () => {
    const { clock, asked, join } = fleet({ answer: half, quotaMode: 'ask' });
    const processes = [join('a'), join('b')];
    const waits = processes.flatMap(({ questions }) => [
      questions.beforeFirstCall(endpoint),
      questions.beforeFirstCall(endpoint),
    ]);
    expect(waits.every((wait) => wait !== undefined)).toBe(true);
    await clock.advance(1000);
    await Promise.all(waits);
    expect(asked).toHaveLength(1);
    for (const { book, questions } of processes) {
      expect(book.rulesOf(endpoint.name)).toMatchObject([{ max: 10, windowMs: 60_000 }]);
      expect(questions.beforeFirstCall(endpoint)).toBeUndefined();
    }
  });

  it('waits two seconds at most', async () => {
    const { clock, join } = fleet({ answer: half, takesMs: 60_000, quotaMode: 'ask' });
    const wait = join('a').questions.beforeFirstCall(endpoint);
    await clock.advance(2000);
    await wait;
  });

  it('closes the door of a quota that is used up already', async () => {
    const { clock, closed, join } = fleet({ answer: usedUp, quotaMode: 'ask' });
    const wait = join('a').questions.beforeFirstCall(endpoint);
    await clock.advance(1000);
    await wait;
    // It is 08:00 in Beijing.
    expect(closed.map((forMs) => Math.round(forMs / 3_600_000))).toEqual([16]);
  });

  it.each(['learn', 'ignore'] as const)('asks nothing where the policy says %s', (quotaMode) => {
    const { join } = fleet({ answer: half, quotaMode });
    expect(join('a').questions.beforeFirstCall(endpoint)).toBeUndefined();
  });
});

describe('QuotaQuestions: after another limit answer', () => {
  it('learns the rate limit in the background, once a minute for the fleet', async () => {
    const { clock, asked, join } = fleet({ answer: half });
    const processes = [join('a'), join('b')];
    for (let second = 0; second < 59; second += 1) {
      for (const { questions } of processes) questions.learnRate(endpoint);
      await clock.advance(1000);
    }
    expect(asked).toHaveLength(1);
    expect(processes[0]?.book.rulesOf(endpoint.name)).toHaveLength(1);
  });
});
