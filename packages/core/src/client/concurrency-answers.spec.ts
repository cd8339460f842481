import type { AxiosAdapter } from 'axios';
import { describe, expect, it } from 'vitest';
import { looked, scriptedClient } from '../../test/support/scripted-client.js';
import type { LimitOptions } from '../rate-limit/limit-options.js';
import { ManualClock } from '../testing/manual-clock.js';

const mostAtATime = 5;

/** A server that takes so many requests at a time and refuses the others with 45033, as WeCom does. */
function crowdedServer(limits: LimitOptions) {
  const clock = new ManualClock();
  let underWay = 0;
  let refused = 0;
  const adapter: AxiosAdapter = async (config) => {
    const answer = (fields: object) => {
      const data = Buffer.from(JSON.stringify(fields));
      return { data, status: 200, statusText: '', headers: {}, config };
    };
    if (underWay >= mostAtATime) {
      refused += 1;
      return answer({ errcode: 45033, errmsg: 'api concurrent out of limit' });
    }
    underWay += 1;
    await clock.sleep(100);
    underWay -= 1;
    return answer({ errcode: 0, errmsg: 'ok', items: [config.url] });
  };
  const verdicts = [
    {
      errcode: 45033,
      name: 'api_concurrent_out_of_limit',
      kind: 'rate-concurrency' as const,
      meaning: { zh: '接口并发调用超过限制', en: 'too many calls at the same time' },
    },
  ];
  const { client } = scriptedClient([], { clock, adapter, verdicts, limits });
  const readAll = async (count: number) => {
    const reads = Array.from({ length: count }, (_, n) => client.call(looked, { id: `${n}` }));
    const ends = Promise.allSettled(reads);
    await clock.advance(60_000);
    return ends;
  };
  return { readAll, refusals: () => refused };
}

const isFull = (end: PromiseSettledResult<{ readonly [field: string]: unknown }>) =>
  end.status === 'fulfilled' && Array.isArray(end.value.items) && end.value.items.length === 1;

describe('F65: fifty calls of a server that takes five at a time', () => {
  it('meet no refusal where the limit is known, and each gets its full answer', async () => {
    const { readAll, refusals } = crowdedServer({ endpoints: { 'thing.get': { concurrency: mostAtATime } } });
    expect((await readAll(50)).filter(isFull)).toHaveLength(50);
    expect(refusals()).toBe(0);
  });

  it('come down to it where it is not known: each ends with its full answer or with an error, never an empty one', async () => {
    const { readAll, refusals } = crowdedServer({});
    const ends = await readAll(50);
    expect(ends.filter(isFull)).toHaveLength(50);
    expect(refusals()).toBeLessThan(100);
  });

  it('are errors, and no empty answers, where the server refuses all', async () => {
    const { client, clock } = scriptedClient(
      Array.from({ length: 60 }, () => 45033),
      {
        verdicts: [
          {
            errcode: 45033,
            name: 'api_concurrent_out_of_limit',
            kind: 'rate-concurrency',
            meaning: { zh: '接口并发调用超过限制', en: 'too many calls at the same time' },
          },
        ],
      },
    );
    const reads = Array.from({ length: 5 }, (_, n) => client.call(looked, { id: `${n}` }));
    const ends = Promise.allSettled(reads);
    await clock.advance(120_000);
    for (const end of await ends)
      expect(end).toMatchObject({ status: 'rejected', reason: { code: 'RATE_LIMITED', errcode: 45033 } });
  });
});
