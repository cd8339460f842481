import { describe, expect, it } from 'vitest';
import type { PushResult } from './push-result.js';
import { endedOf, PushTally } from './push-tally.js';

const sent = (requestId: string, replayed = false): PushResult => ({
  requestId,
  state: 'sent',
  msgid: '2000000000000000001',
  replayed,
});
const refused = (requestId: string, errcode: number): PushResult => ({
  requestId,
  state: 'failed',
  code: 'API_ERROR',
  message: `errcode ${errcode}`,
  errcode,
});

describe('the tally of a push', () => {
  it('counts each end once, and the replayed ones among the sent', () => {
    const tally = new PushTally();
    tally.add(sent('a'));
    tally.add(sent('b', true));
    tally.add(refused('c', 43101));
    tally.add({ requestId: 'd', state: 'invalid', message: 'no openid', issues: [] });
    tally.add({ requestId: 'e', state: 'not-sent', code: 'CANCELLED', message: 'cancelled' });
    expect(tally.counts).toEqual({ sent: 2, failed: 1, unknown: 0, invalid: 1, 'not-sent': 1, replayed: 1 });
    expect(endedOf(tally.counts)).toBe(5);
  });

  it('names the kinds of trouble, most frequent first, with the first few ids', () => {
    const tally = new PushTally();
    tally.add(refused('x', 40003));
    for (let n = 0; n < 9; n += 1) tally.add(refused(`id-${n}`, 43101));
    expect(tally.troubles).toEqual([
      {
        state: 'failed',
        code: 'API_ERROR',
        errcode: 43101,
        count: 9,
        message: 'errcode 43101',
        requestIds: ['id-0', 'id-1', 'id-2', 'id-3', 'id-4'],
      },
      {
        state: 'failed',
        code: 'API_ERROR',
        errcode: 40003,
        count: 1,
        message: 'errcode 40003',
        requestIds: ['x'],
      },
    ]);
  });

  it('does not grow with kinds that somebody makes up', () => {
    const tally = new PushTally();
    for (let errcode = 0; errcode < 1000; errcode += 1) tally.add(refused('a', errcode));
    expect(tally.troubles.length).toBeLessThanOrEqual(200);
    expect(tally.counts.failed).toBe(1000);
  });
});
