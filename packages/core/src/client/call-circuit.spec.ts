import { describe, expect, it } from 'vitest';
import { forgotten, looked, remembered, scriptedClient } from '../../test/support/scripted-client.js';
import type { WetempoEvent } from '../telemetry/events.js';

const noRetries = { maxRetries: 0, networkRetries: 0 };
const account = 'wx0000000000000001';

/** A client whose first three reads got no answer. */
async function afterThreeFailures(options: Parameters<typeof scriptedClient>[1] = {}) {
  const all = scriptedClient(['refused', 'bad-gateway', 'cut'], {
    retry: noRetries,
    deadlineMs: 120_000,
    ...options,
  });
  const changes: string[] = [];
  all.client.telemetry.on('circuit.changed', ({ state }) => changes.push(state));
  const read = (callOptions = {}) => all.client.call(looked, {}, callOptions);
  for (let call = 0; call < 3; call += 1) await expect(read()).rejects.toHaveProperty('code');
  return { ...all, changes, read };
}

describe('the circuit of an endpoint', () => {
  it('is open after three calls without an answer: a call that does not wait hears when to come back', async () => {
    const { read, leftAt, changes } = await afterThreeFailures();
    const error = await read({ onLimit: 'reject' }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'CIRCUIT_OPEN', endpoint: 'thing.get', attempts: 0 });
    expect(error).toHaveProperty('retryAfterMs', expect.any(Number));
    expect(Reflect.get(Object(error), 'retryAfterMs')).toBeGreaterThanOrEqual(60_000);
    expect(leftAt).toHaveLength(3);
    expect(changes).toEqual(['open']);
  });

  it('opens for callers in a hurry, too, where the answers that they got were failures', async () => {
    const { read, leftAt } = await afterThreeFailures({ deadlineMs: 5_000 });
    await expect(read()).rejects.toMatchObject({ code: 'CIRCUIT_OPEN' });
    expect(leftAt).toHaveLength(3);
  });

  it('ends at once a call whose deadline comes before the probe', async () => {
    const { read } = await afterThreeFailures();
    await expect(read({ deadlineMs: 50_000 })).rejects.toMatchObject({ code: 'CIRCUIT_OPEN' });
  });

  it('lets waiting calls through when the probe has shown life', async () => {
    const { client, clock, leftAt, changes } = await afterThreeFailures();
    const reads = ['a', 'b', 'c'].map((id) => client.call(looked, { id }));
    await clock.advance(59_999);
    expect(leftAt).toHaveLength(3);
    await clock.advance(7_000);
    await expect(Promise.all(reads)).resolves.toHaveLength(3);
    expect(changes).toEqual(['open', 'half-open', 'closed']);
  });

  it('sends one probe, however many wait, and holds the others while it is out', async () => {
    const steps = ['refused', 'refused', 'refused', { afterMs: 8_000 }] as const;
    const { client, clock, leftAt } = scriptedClient(steps, { retry: noRetries, deadlineMs: 120_000 });
    for (let call = 0; call < 3; call += 1) await client.call(looked, {}).catch(() => undefined);
    const reads = Array.from({ length: 20 }, (_, n) => client.call(looked, { id: `${n}` }));
    await clock.advance(66_001);
    expect(leftAt).toHaveLength(4);
    await clock.advance(9_000);
    await Promise.all(reads);
    expect(leftAt).toHaveLength(23);
  });

  it('opens again with a probe that fails', async () => {
    const steps = ['refused', 'refused', 'refused', 'refused'] as const;
    const { client, clock, leftAt } = scriptedClient(steps, { retry: noRetries, deadlineMs: 500_000 });
    for (let call = 0; call < 3; call += 1) await client.call(looked, {}).catch(() => undefined);
    const probe = client.call(looked, { id: 'a' }).catch((error: unknown) => error);
    const other = client.call(looked, { id: 'b' });
    await clock.advance(66_001);
    expect(await probe).toMatchObject({ code: 'NETWORK' });
    await clock.advance(53_900);
    expect(leftAt).toHaveLength(4);
    await clock.advance(14_000);
    await other;
    expect(leftAt).toHaveLength(5);
  });

  it('leaves other endpoints alone', async () => {
    const { client } = await afterThreeFailures();
    await expect(client.call(remembered, { to: 'anna' }, { requestId: 'a1' })).resolves.toBeDefined();
  });

  it('does not open for limits, refusals and busy answers, nor for callers who go away', async () => {
    const { client, clock } = scriptedClient([4, 4, 4, 1, 1, 1, { afterMs: 900 }, { afterMs: 900 }], {
      retry: noRetries,
    });
    for (let call = 0; call < 6; call += 1) await client.call(looked, {}).catch(() => undefined);
    for (let call = 0; call < 2; call += 1) {
      const leaving = new AbortController();
      const read = client.call(looked, {}, { signal: leaving.signal }).catch((error: unknown) => error);
      await clock.advance(10);
      leaving.abort();
      expect(await read).toMatchObject({ code: 'DEADLINE' });
    }
    await expect(client.call(looked, {})).resolves.toBeDefined();
  });

  it('counts whole calls: one that is repeated and answered in the end is no failure', async () => {
    const steps = ['cut', 'cut', 'cut'] as const;
    const { client, clock, leftAt } = scriptedClient(steps, { retry: { maxRetries: 5, networkRetries: 5 } });
    const read = client.call(looked, {});
    await clock.advance(30_000);
    await read;
    await client.call(looked, {}, { onLimit: 'reject' });
    expect(leftAt).toHaveLength(5);
  });

  it('can be switched off', async () => {
    const { read } = await afterThreeFailures({ limits: { circuit: false } });
    await expect(read({ onLimit: 'reject' })).resolves.toBeDefined();
  });
});

describe('messages of which every tenth answer is lost', () => {
  it('F48: stay unknown one by one, and the others go out', async () => {
    const steps = [...Array.from({ length: 3 }, () => 'cut' as const), 0];
    const { client, leftAt } = scriptedClient(steps);
    const send = (id: number) => client.call(forgotten, { to: `${id}` }, { requestId: `a${id}` });
    for (const id of [1, 2, 3]) await expect(send(id)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    await expect(send(4)).resolves.toMatchObject({ status: 'sent' });
    expect(leftAt).toHaveLength(4);
  });
});

describe('a message that an open circuit holds back', () => {
  /** Three messages that found no connection, and the circuit open. */
  async function heldMessages() {
    const all = scriptedClient(['refused', 'refused', 'refused'], { retry: noRetries, deadlineMs: 120_000 });
    const send = (requestId: string, options = {}) =>
      all.client.call(forgotten, { to: requestId }, { requestId, ...options });
    for (const id of ['a1', 'a2', 'a3']) await expect(send(id)).rejects.toMatchObject({ code: 'NETWORK' });
    return { ...all, send };
  }

  it('is free again: no record is left of it, and the same requestId may come back', async () => {
    const { store, send, clock, client } = await heldMessages();
    const events: WetempoEvent[] = [];
    client.telemetry.on('send.settled', (event) => events.push(event));
    await expect(send('b1', { onLimit: 'degrade' })).rejects.toMatchObject({ code: 'CIRCUIT_OPEN' });
    expect(await store.find({ account, requestId: 'b1' })).toBeUndefined();
    expect(events).toMatchObject([{ state: 'released' }]);
    await clock.advance(66_001);
    await expect(send('b1')).resolves.toMatchObject({ status: 'sent', attempts: 1 });
  });

  it('goes out once where it waits, and keeps its claim meanwhile', async () => {
    const { send, clock, leftAt, store } = await heldMessages();
    const sending = send('b1');
    await clock.advance(40_000);
    expect(await store.find({ account, requestId: 'b1' })).toMatchObject({ state: 'pending' });
    const listed = await store.listPending({ account, leaseExpired: true, limit: 10 });
    expect(listed).toEqual([]);
    await clock.advance(30_000);
    await expect(sending).resolves.toMatchObject({ status: 'sent' });
    expect(leftAt).toHaveLength(4);
  });
});
