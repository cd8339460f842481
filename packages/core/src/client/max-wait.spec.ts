import { describe, expect, it } from 'vitest';
import { looked, remembered, scriptedClient } from '../../test/support/scripted-client.js';

const noRetries = { maxRetries: 0, networkRetries: 0 };

describe('maxWaitMs', () => {
  it('ends a call with the moment of an answer that closes a limit for longer', async () => {
    // An hour's limit, met at the full hour.
    const { client, leftAt } = scriptedClient([2], { deadlineMs: 7_200_000 });
    const error = await client.call(looked, {}, { maxWaitMs: 60_000 }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'RATE_LIMITED', origin: 'platform', errcode: 2, attempts: 1 });
    expect(Reflect.get(Object(error), 'retryAfterMs')).toBeGreaterThan(3_500_000);
    expect(leftAt).toHaveLength(1);
  });

  it('is no shortage of time: the log hears of no call that ran out of it', async () => {
    const { client } = scriptedClient([2], { deadlineMs: 7_200_000 });
    const exhausted: unknown[] = [];
    client.telemetry.on('retry.exhausted', (event) => exhausted.push(event));
    await expect(client.call(looked, {}, { maxWaitMs: 60_000 })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
    expect(exhausted).toEqual([]);
  });

  it('waits where the limit reopens in time', async () => {
    const { client, clock, leftAt } = scriptedClient([2], { deadlineMs: 7_200_000 });
    const result = client.call(looked, {}, { maxWaitMs: 3_700_000 });
    await clock.advance(3_700_000);
    await result;
    expect(leftAt).toHaveLength(2);
  });

  it('gives a message back, so that the same id may be sent again', async () => {
    const { client, clock, leftAt } = scriptedClient([2], { deadlineMs: 7_200_000 });
    const send = (maxWaitMs?: number) =>
      client.call(remembered, { to: 'o1' }, { requestId: 'r1', maxWaitMs });
    await expect(send(1000)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    const again = send();
    await clock.advance(3_700_000);
    await expect(again).resolves.toMatchObject({ attempts: 2 });
    expect(leftAt).toHaveLength(2);
  });

  it('does not bind the pauses after plain failures', async () => {
    const { client, clock, leftAt } = scriptedClient([1, 1, 1]);
    const result = client.call(looked, {}, { maxWaitMs: 0 });
    await clock.advance(50_000);
    await result;
    expect(leftAt).toHaveLength(4);
  });

  it('ends a call before an open circuit with the moment of the probe', async () => {
    const { client } = scriptedClient(['refused', 'refused', 'refused'], {
      retry: noRetries,
      deadlineMs: 120_000,
    });
    for (let call = 0; call < 3; call += 1) await client.call(looked, {}).catch(() => undefined);
    const error = await client.call(looked, {}, { maxWaitMs: 50_000 }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'CIRCUIT_OPEN' });
    expect(Reflect.get(Object(error), 'retryAfterMs')).toBeGreaterThan(50_000);
  });

  it('ends while somebody else probes the circuit, when the wait has lasted for so long', async () => {
    const steps = ['refused', 'refused', 'refused', { afterMs: 9_000 }] as const;
    const { client, clock, leftAt } = scriptedClient(steps, { retry: noRetries, deadlineMs: 120_000 });
    for (let call = 0; call < 3; call += 1) await client.call(looked, {}).catch(() => undefined);
    const probe = client.call(looked, { id: 'probe' });
    await clock.advance(66_001);
    expect(leftAt).toHaveLength(4);
    const other = client.call(looked, { id: 'other' }, { maxWaitMs: 3_000 }).catch((error: unknown) => error);
    await clock.advance(3_001);
    expect(await other).toMatchObject({ code: 'CIRCUIT_OPEN' });
    await clock.advance(9_000);
    await probe;
    expect(leftAt).toHaveLength(4);
  });
});

describe('closing', () => {
  const limits = { headroom: 0, perRecipient: false, app: { max: 1, windowMs: 60_000 } } as const;

  it('ends at once what is known to stand in line for longer than it would be waited for', async () => {
    const { client, clock, store, leftAt } = scriptedClient([], { limits, deadlineMs: 600_000 });
    const send = (requestId: string) => client.call(remembered, { to: 'o1' }, { requestId });
    await send('r1');
    const errors = ['r2', 'r3'].map((id) => send(id).catch((error: unknown) => error));
    await clock.advance(10);
    await client.close(10_000);
    for (const error of await Promise.all(errors)) {
      expect(error).toMatchObject({ code: 'DEADLINE', reason: 'aborted', attempts: 0 });
    }
    expect(clock.monotonic()).toBe(10);
    expect(leftAt).toHaveLength(1);
    expect(await store.count(client.accountKey)).toMatchObject({ sent: 1, pending: 0 });
  });

  it('waits for what has room in time', async () => {
    const { client, clock } = scriptedClient([], { limits, deadlineMs: 600_000 });
    const send = (requestId: string) => client.call(remembered, { to: 'o1' }, { requestId });
    await send('r1');
    const inTime = send('r2');
    await clock.advance(55_000);
    const closing = client.close(10_000);
    await clock.advance(6_000);
    await closing;
    expect(await inTime).toMatchObject({ status: 'sent' });
  });
});
