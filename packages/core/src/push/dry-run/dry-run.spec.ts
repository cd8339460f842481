import { describe, expect, it } from 'vitest';
import type { AnyMessageEndpoint } from '../../endpoint/endpoint.js';
import { ValidationError } from '../../errors/errors.js';
import type { PushClient } from '../push-client.js';
import type { PushEntry } from '../push-plan.js';
import type { InvalidResult } from '../push-result.js';
import { dryRun } from './dry-run.js';
import { SeenIds } from './seen-ids.js';

// Only what a dry run reads of them.
const endpoint = { kind: 'message', name: 'template.send' } as unknown as AnyMessageEndpoint;
const client = {
  checkMessage(_endpoint: unknown, request: unknown, requestId: string) {
    if (request !== 'wrong') return;
    const issues = [{ path: 'touser', message: 'is required' }];
    throw new ValidationError(`template.send: touser: is required`, { requestId, issues });
  },
} as unknown as PushClient;

const run = async (items: PushEntry[]) => {
  const invalid: InvalidResult[] = [];
  const onInvalid = (result: InvalidResult) => invalid.push(result);
  const report = await dryRun({ client }, { id: 'a', endpoint, items }, { onInvalid });
  return { report, invalid };
};

describe('a dry run', () => {
  it('counts what would go out, and names what would not with its line', async () => {
    const { report, invalid } = await run([
      { requestId: 'a', request: 'right', line: 2 },
      { requestId: 'b', request: 'wrong', line: 3 },
      { requestId: 'line 4', invalid: 'has 1 cells, the header has 2', line: 4 },
      { requestId: 'a', request: 'right', line: 5 },
      null as unknown as PushEntry,
    ]);
    expect(report).toEqual({ total: 5, valid: 2, invalid: 3, duplicates: 1 });
    expect(invalid).toMatchObject([
      { requestId: 'b', line: 3, issues: [{ path: 'touser' }] },
      { requestId: 'line 4', line: 4, message: 'has 1 cells, the header has 2' },
      { requestId: 'item 5', message: 'is no object' },
    ]);
  });

  it('ends as soon as its signal aborts', async () => {
    const controller = new AbortController();
    function* endless() {
      for (let n = 0; ; n += 1) {
        if (n === 1000) controller.abort(new Error('enough'));
        yield { requestId: `m-${n}`, request: 'right' };
      }
    }
    const plan = { id: 'a', endpoint, items: endless() };
    await expect(dryRun({ client }, plan, { signal: controller.signal })).rejects.toThrow('enough');
  });
});

describe('the ids seen so far', () => {
  it('are told again, however many there are', () => {
    const seen = new SeenIds(50_000);
    for (let n = 0; n < 20_000; n += 1) expect(seen.sawBefore(`id-${n}`)).toBe(false);
    for (let n = 0; n < 20_000; n += 1) expect(seen.sawBefore(`id-${n}`)).toBe(true);
  });

  it('are bounded', () => {
    const seen = new SeenIds(10);
    for (let n = 0; n < 20; n += 1) seen.sawBefore(`id-${n}`);
    expect(seen.isComplete).toBe(false);
    expect(seen.sawBefore('id-5')).toBe(true);
    expect(seen.sawBefore('id-15')).toBe(false);
  });
});
