import { describe, expect, it } from 'vitest';
import type { PushResult } from './push-result.js';
import { resultsToCsv } from './results-to-csv.js';

async function csvOf(...results: PushResult[]): Promise<string> {
  let text = '';
  for await (const line of resultsToCsv(results)) text += line;
  return text;
}

describe('results as CSV', () => {
  it('F54: keep every digit of a msgid', async () => {
    const text = await csvOf({
      requestId: 'a',
      state: 'sent',
      msgid: '2000000000000000001',
      replayed: false,
    });
    expect(text).toBe('requestId,state,msgid,code,errcode,message\r\na,sent,2000000000000000001,,,\r\n');
  });

  it('name why a message was not sent, quoted where it must be', async () => {
    const lines = (
      await csvOf(
        {
          requestId: 'b',
          state: 'failed',
          code: 'API_ERROR',
          message: 'refused, "for good"',
          errcode: 43101,
        },
        { requestId: 'c', state: 'invalid', message: 'two\nlines', issues: [], line: 7 },
        { requestId: 'd', state: 'not-sent', code: 'EXPIRED', message: 'late' },
        { requestId: 'e', state: 'unknown', code: 'OUTCOME_UNKNOWN', message: 'lost', errcode: undefined },
      )
    ).split('\r\n');
    expect(lines.slice(1)).toEqual([
      'b,failed,,API_ERROR,43101,"refused, ""for good"""',
      'c,invalid,,VALIDATION,,"line 7: two\nlines"',
      'd,not-sent,,EXPIRED,,late',
      'e,unknown,,OUTCOME_UNKNOWN,,lost',
      '',
    ]);
  });

  it.each([
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+cmd', "'+cmd"],
    ['-1+1', "'-1+1"],
    ['-12.5', '-12.5'],
    ['a=b', 'a=b'],
  ])('are no formulas to a spreadsheet: %s', async (requestId, cell) => {
    const text = await csvOf({ requestId, state: 'not-sent', code: 'CANCELLED', message: '' });
    expect(text.split('\r\n')[1]).toBe(`${cell},not-sent,,CANCELLED,,`);
  });
});
