import { describe, expect, it } from 'vitest';
import { looked, remembered, scriptedClient } from '../../test/support/scripted-client.js';
import type { RetryExhausted } from '../telemetry/events.js';

/** Makes one read to its end, and answers what was told of it. */
async function exhaustedBy(
  script: Parameters<typeof scriptedClient>[0],
  options: Parameters<typeof scriptedClient>[1] = {},
  callOptions = {},
): Promise<RetryExhausted[]> {
  const { client, clock } = scriptedClient(script, options);
  const told: RetryExhausted[] = [];
  client.telemetry.on('retry.exhausted', (event) => told.push(event));
  const read = client.call(looked, {}, callOptions).catch(() => undefined);
  await clock.advance(300_000);
  await read;
  return told;
}

describe('a call that gives up', () => {
  it('tells once that its repetitions are used up', async () => {
    const retry = { maxRetries: 2 };
    expect(await exhaustedBy([1, 1, 1, 1, 1], { retry })).toMatchObject([
      { reason: 'retries', attempts: 3, errcode: 1, status: 200, kind: 'busy', path: '/thing' },
    ]);
  });

  it('tells that the budget of all repetitions is', async () => {
    const retry = { budgetShare: 0, budgetReserve: 1 };
    expect(await exhaustedBy([1, 1, 1], { retry })).toMatchObject([{ reason: 'budget', attempts: 2 }]);
  });

  it('tells that its time is: before a wait, and before a limit that it has just met opens', async () => {
    const retry = { baseMs: 60_000 };
    expect(await exhaustedBy([1, 1, 1], { retry }, { deadlineMs: 1_000 })).toMatchObject([
      { reason: 'deadline', kind: 'busy' },
    ]);
    expect(await exhaustedBy([2], {}, { deadlineMs: 1_000 })).toMatchObject([
      { reason: 'deadline', kind: 'rate-minute', attempts: 1 },
    ]);
  });

  it.each([
    ['a refusal', [4], {}],
    ['success in the end', [1, 1], {}],
    ['a caller who went away', [1, 1, 1], { signal: AbortSignal.abort() }],
  ])('tells nothing of that after %s', async (_, script, options) => {
    expect(await exhaustedBy(script, {}, options)).toEqual([]);
  });

  it('tells nothing of a message that waits for the budget and is sent', async () => {
    const retry = { budgetShare: 0, budgetReserve: 1 };
    const { client, clock } = scriptedClient([1, 1, 1], { retry });
    const told: RetryExhausted[] = [];
    client.telemetry.on('retry.exhausted', (event) => told.push(event));
    const sending = client.call(remembered, { to: 'anna' }, { requestId: 'a1' });
    await clock.advance(60_000);
    await sending;
    expect(told).toEqual([]);
  });
});
