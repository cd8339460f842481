import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest';
import { forgotten, looked, remembered, scriptedClient } from '../../../test/support/scripted-client.js';
import type { AcceptedReceipt, SendReceipt } from '../../send/send-receipt.js';
import type { SendStore } from '../../send/send-store.js';
import type { WetempoEvent } from '../../telemetry/events.js';
import { withChaos } from '../../testing/chaos.js';

const onePerMinute = {
  headroom: 0,
  perRecipient: false,
  app: { max: 1, windowMs: 60_000 },
  adaptive: false,
} as const;
const queue = { onLimit: 'queue' } as const;

type Options = NonNullable<Parameters<typeof scriptedClient>[1]>;

/** A client that may send one message a minute, and has sent it. */
async function full(options: Options = {}, script: Parameters<typeof scriptedClient>[0] = []) {
  const made = scriptedClient(script, { limits: onePerMinute, ...options });
  const events: WetempoEvent[] = [];
  made.client.telemetry.onAny((event) => events.push(event));
  await made.client.call(forgotten, { to: 'o0' }, { requestId: 'first' });
  const send = (requestId: string, more: object = {}) =>
    made.client.call(forgotten, { to: 'o1' }, { requestId, ...queue, ...more });
  const told = (type: WetempoEvent['type']) => events.filter((event) => event.type === type);
  return { ...made, send, told };
}

describe("onLimit: 'queue'", () => {
  it('sends at once where there is room', async () => {
    const { client } = scriptedClient();
    await expect(client.call(forgotten, { to: 'o1' }, { requestId: 'r1', ...queue })).resolves.toMatchObject({
      status: 'sent',
    });
  });

  it('accepts a message that would have to wait, and sends it when there is room', async () => {
    const { client, clock, leftAt, send, told, store } = await full();
    const receipt = await send('r1');
    expect(receipt).toEqual({
      requestId: 'r1',
      status: 'pending',
      dueInMs: expect.any(Number),
      replayed: false,
    });
    expect(leftAt).toHaveLength(1);
    expect(await store.find({ account: client.accountKey, requestId: 'r1' })).toMatchObject({
      state: 'pending',
      attempts: 0,
      firstAttemptAt: undefined,
    });
    await clock.advance(90_000);
    expect(leftAt).toHaveLength(2);
    expect(await client.sends.find('r1')).toMatchObject({ state: 'sent', attempts: 1 });
    expect(told('send.queued')).toMatchObject([{ requestId: 'r1', reason: 'RATE_LIMITED', again: false }]);
  });

  it('waits in line for a short while before it queues', async () => {
    const { client, clock, send } = await full({ limits: { ...onePerMinute, queue: { afterMs: 5_000 } } });
    await clock.advance(56_000);
    const receipt = send('r1');
    await clock.advance(5_000);
    expect(await receipt).toMatchObject({ status: 'sent' });
    await client.close();
  });

  it('answers a second call of the same message without waiting, and refuses another message under its id', async () => {
    const { client, send } = await full();
    await send('r1');
    expect(await send('r1')).toMatchObject({ status: 'pending', replayed: true });
    await expect(
      client.call(forgotten, { to: 'other' }, { requestId: 'r1', ...queue }),
    ).rejects.toMatchObject({ code: 'REQUEST_CONFLICT' });
  });

  it('a call that waits gets the receipt of the queued message', async () => {
    const { client, clock, leftAt, send } = await full();
    await send('r1');
    const waiting = client.call(
      forgotten,
      { to: 'o1' },
      { requestId: 'r1', onLimit: 'wait', deadlineMs: 200_000 },
    );
    await clock.advance(150_000);
    expect(await waiting).toMatchObject({ status: 'sent' });
    expect(leftAt).toHaveLength(2);
  });

  it.each(['wait', 'reject'] as const)(
    'keeps a queued message that a call with onLimit %s took over in vain',
    async (onLimit) => {
      const { client, clock, leftAt, send } = await full({
        limits: { ...onePerMinute, queue: { worker: false } },
      });
      await send('r1');
      await clock.advance(62_000);
      await client.call(forgotten, { to: 'o0' }, { requestId: 'second' });
      const options = { requestId: 'r1', onLimit, deadlineMs: 20_000 };
      const refused = expect(client.call(forgotten, { to: 'o1' }, options)).rejects.toThrow();
      await clock.advance(21_000);
      await refused;
      expect(await client.sends.find('r1')).toMatchObject({ state: 'pending', attempts: 0 });
      await clock.advance(60_000);
      await client.resumePending();
      expect(leftAt).toHaveLength(3);
    },
  );

  it('is not accepted on the word of a call that only waits: it is queued once that one has given up', async () => {
    const { client, clock, send } = await full();
    const options = { requestId: 'r1', onLimit: 'wait', deadlineMs: 5_000 } as const;
    const waiting = expect(client.call(forgotten, { to: 'o1' }, options)).rejects.toThrow();
    const queued = send('r1');
    await clock.advance(6_000);
    await waiting;
    expect(await queued).toMatchObject({ status: 'pending', replayed: false });
    expect(await client.sends.find('r1')).toMatchObject({ state: 'pending' });
  });

  it.each([
    ['no JSON', '{damaged'],
    ['another request', '{"to":"somebody else"}'],
  ])(
    'leaves a record out whose request became %s in the store, and sends the others',
    async (_what, payload) => {
      const { client, clock, leftAt, send, store, told } = await full();
      const blank = {
        endpoint: forgotten.name,
        recipient: 'o1',
        push: undefined,
        group: undefined,
        tenant: undefined,
      };
      const claim = { reopenUnknown: 'never', reopenFailed: false, begin: false, leaseMs: 1 } as const;
      const damaged = { account: client.accountKey, requestId: 'damaged', fingerprint: 'x', payload };
      await store.claim({ ...blank, ...claim, ...damaged });
      await send('r1');
      await clock.advance(90_000);
      expect(leftAt).toHaveLength(2);
      expect(await client.sends.find('damaged')).toMatchObject({ state: 'pending', attempts: 0 });
      expect(told('warned')).toMatchObject([{ topic: 'queue-left-out' }]);
      const { notSent } = await client.resumePending();
      expect(notSent).toMatchObject([{ requestId: 'damaged' }]);
    },
  );

  it('queues what meets a limit answer of the platform, and counts the request that was refused', async () => {
    const { client, clock, leftAt } = scriptedClient([2], { limits: { adaptive: false } });
    const receipt = await client.call(forgotten, { to: 'o1' }, { requestId: 'r1', ...queue });
    expect(receipt.status === 'pending' && receipt.dueInMs).toBeGreaterThan(3_500_000);
    await clock.advance(3_700_000);
    expect(leftAt).toHaveLength(2);
    expect(await client.sends.find('r1')).toMatchObject({ state: 'sent', attempts: 2 });
  });

  it('queues before an open circuit', async () => {
    const { client, clock, leftAt } = scriptedClient(['refused', 'refused', 'refused'], {
      retry: { maxRetries: 0, networkRetries: 0 },
    });
    for (let call = 0; call < 3; call += 1) {
      await client.call(forgotten, { to: 'o1' }, { requestId: `r${call}` }).catch(() => undefined);
    }
    const receipt = await client.call(forgotten, { to: 'o1' }, { requestId: 'r9', ...queue });
    expect(receipt).toMatchObject({ status: 'pending' });
    await clock.advance(90_000);
    expect(leftAt).toHaveLength(4);
    expect(await client.sends.find('r9')).toMatchObject({ state: 'sent' });
  });

  it('a message that may have left is not queued: it stays unknown', async () => {
    const { client } = scriptedClient(['cut']);
    await expect(client.call(forgotten, { to: 'o1' }, { requestId: 'r1', ...queue })).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    });
    expect(await client.sends.find('r1')).toMatchObject({ state: 'unknown' });
  });

  it('an error that is no want of room is the caller’s, and the id is free again', async () => {
    const { client } = scriptedClient(['refused'], { retry: { maxRetries: 0, networkRetries: 0 } });
    await expect(client.call(forgotten, { to: 'o1' }, { requestId: 'r1', ...queue })).rejects.toMatchObject({
      code: 'NETWORK',
    });
    expect(await client.sends.find('r1')).toBeUndefined();
  });

  it('is for messages alone', async () => {
    const { client } = scriptedClient();
    await expect(client.callAny(looked, {}, queue)).rejects.toMatchObject({
      code: 'VALIDATION',
      issues: [{ path: 'onLimit', message: "'queue' is for messages alone" }],
    });
  });

  it('is known to the types', () => {
    const { client } = scriptedClient();
    const queued = () => client.call(forgotten, { to: 'o1' }, { requestId: 'r1', onLimit: 'queue' });
    const waiting = () => client.call(forgotten, { to: 'o1' }, { requestId: 'r1', onLimit: 'wait' });
    expectTypeOf(queued).returns.resolves.toEqualTypeOf<SendReceipt | AcceptedReceipt>();
    expectTypeOf(waiting).returns.resolves.toEqualTypeOf<SendReceipt>();
  });
});

describe('what queues besides the call', () => {
  const groups = { slow: { share: 0.5, onLimit: 'queue' } } as const;

  it('the group does: its messages are queued, its other calls wait', async () => {
    const { client, clock } = scriptedClient([], {
      limits: { ...onePerMinute, app: { max: 2, windowMs: 60_000 }, groups },
    });
    const send = (requestId: string, onLimit?: 'wait') =>
      client.call(forgotten, { to: 'o1' }, { requestId, group: 'slow', onLimit, deadlineMs: 300_000 });
    for (const requestId of ['r1', 'r2']) await send(requestId);
    expect(await send('r3')).toMatchObject({ status: 'pending' });
    const patient = send('r4', 'wait');
    const read = client.call(looked, {}, { group: 'slow', deadlineMs: 300_000 });
    await clock.advance(400_000);
    expect(await patient).toMatchObject({ status: 'sent' });
    await read;
    expect(await client.sends.count()).toMatchObject({ sent: 4, pending: 0 });
  });

  it('a long line does, where the user allows it: for messages that did not choose', async () => {
    const { client, clock } = scriptedClient([], {
      limits: { ...onePerMinute, queue: { whenWaiting: 2 } },
      deadlineMs: 1_000_000,
    });
    const send = (requestId: string, onLimit?: 'wait' | 'reject') =>
      client.call(forgotten, { to: 'o1' }, { requestId, onLimit });
    await send('first');
    const inLine = ['a', 'b', 'c'].map((requestId) => send(requestId));
    await clock.advance(10);
    expect(await send('d')).toMatchObject({ status: 'pending' });
    await expect(send('e', 'reject')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    const chosen = send('f', 'wait');
    await clock.advance(600_000);
    expect(await Promise.all([...inLine, chosen])).toHaveLength(4);
    expect(await client.sends.find('d')).toMatchObject({ state: 'sent' });
  });

  it('names a wrong option by its path', () => {
    expect(() => scriptedClient([], { limits: { queue: { concurrency: 0 } } })).toThrow(
      expect.objectContaining({
        code: 'CONFIG',
        issues: [expect.objectContaining({ path: 'limits.queue.concurrency' })],
      }),
    );
  });
});

describe('the queue worker', () => {
  it('sends what other processes have queued, each message once, in the group and tenant of its call', async () => {
    const { clock, store, send } = await full({ limits: { ...onePerMinute, queue: { worker: false } } });
    for (let n = 0; n < 40; n += 1) await send(`r${n}`, { group: 'batch', tenant: 'shop-17' });
    const fast = { app: { max: 100, windowMs: 1000 }, perRecipient: false, queue: {} } as const;
    const workers = [1, 2].map(() => scriptedClient([], { clock, sendStore: store, limits: fast }));
    const groups: (string | undefined)[] = [];
    for (const { client } of workers) client.telemetry.on('call.started', ({ group }) => groups.push(group));
    await Promise.all(workers.map(({ client }) => client.ready()));
    await clock.advance(90_000);
    expect(workers.flatMap(({ leftAt }) => leftAt)).toHaveLength(40);
    expect(await store.count('wx0000000000000001')).toMatchObject({ sent: 41, pending: 0 });
    expect(new Set(groups)).toEqual(new Set(['batch']));
  });

  it('puts off what has no room yet, and asks the store seldom meanwhile', async () => {
    const { clock, leftAt, store, send, told } = await full({ limits: onePerMinute });
    for (let n = 0; n < 5; n += 1) await send(`r${n}`);
    await clock.advance(400_000);
    expect(leftAt).toHaveLength(6);
    // One a minute, as the limit has it.
    leftAt.slice(1).forEach((at, n) => {
      expect(at - (leftAt[n] ?? at)).toBeGreaterThanOrEqual(60_000);
    });
    expect(await store.count('wx0000000000000001')).toMatchObject({ sent: 6, pending: 0 });
    expect(told('send.queued').length).toBeLessThan(40);
  });

  it('does not lose an accepted message to an outage: it comes back to the store', async () => {
    const { client, clock, send } = await full({ retry: { maxRetries: 0, networkRetries: 0 } }, [
      0,
      'refused',
      'refused',
    ]);
    await send('r1');
    await clock.advance(70_000);
    expect(await client.sends.find('r1')).toMatchObject({ state: 'pending' });
    await clock.advance(200_000);
    expect(await client.sends.find('r1')).toMatchObject({ state: 'sent' });
  });

  it('a refusal of the platform ends a message, as it would at once', async () => {
    const { client, clock, send } = await full({}, [0, 4]);
    await send('r1');
    await clock.advance(90_000);
    expect(await client.sends.find('r1')).toMatchObject({ state: 'failed' });
    await expect(client.sends.receipt('r1')).rejects.toMatchObject({ code: 'API_ERROR', errcode: 4 });
  });

  it('leaves out messages to endpoints that it does not know, says so once, and sends the others', async () => {
    const { clock, store, send } = await full({ limits: { ...onePerMinute, queue: { worker: false } } });
    for (let n = 0; n < 3; n += 1) {
      const claim = await store.claim({
        account: 'wx0000000000000001',
        requestId: `alien${n}`,
        endpoint: 'alien.send',
        fingerprint: 'f',
        payload: '{}',
        recipient: undefined,
        leaseMs: 1,
        begin: false,
        reopenUnknown: 'never',
        reopenFailed: false,
      });
      expect(claim.type).toBe('claimed');
    }
    await send('r1');
    const worker = scriptedClient([], { clock, sendStore: store, limits: { queue: {} } });
    const warnings: string[] = [];
    worker.client.telemetry.on('warned', ({ topic }) => warnings.push(topic));
    await worker.client.ready();
    await clock.advance(90_000);
    expect(worker.leftAt).toHaveLength(1);
    expect(warnings).toEqual(['queue-left-out']);
  });

  it('takes up nothing more once it is closed, and leaves the rest where it is', async () => {
    const { client, clock, store, leftAt, send } = await full();
    for (let n = 0; n < 3; n += 1) await send(`r${n}`);
    await client.close();
    await clock.advance(200_000);
    expect(leftAt).toHaveLength(1);
    expect(await store.count('wx0000000000000001')).toMatchObject({ sent: 1, pending: 3 });
  });

  it('gives back at its close what stands in line', async () => {
    const { client, clock, store, leftAt, send } = await full({ deadlineMs: 600_000 });
    await send('r1');
    await clock.advance(59_000);
    const closing = client.close(500);
    await clock.advance(2_000);
    await closing;
    const { pending, sent } = await store.count('wx0000000000000001');
    expect(pending + sent).toBe(2);
    expect(leftAt).toHaveLength(sent);
  });

  it('warns once that a queue in memory dies with its process', async () => {
    const { told, send } = await full({ sendStore: 'memory' });
    await send('r1');
    await send('r2');
    expect(told('warned').filter((event) => 'topic' in event && event.topic === 'queue-memory')).toHaveLength(
      1,
    );
  });
});

describe('what a dead process has left behind', () => {
  /** A store that hears nothing more of one process from a moment on. */
  function dying(store: SendStore, isDead: () => boolean): SendStore {
    return withChaos(store, (_call, run) => {
      if (isDead()) throw new Error('dead');
      return run();
    });
  }

  /** A process that dies with one request of each kind on the wire. */
  async function afterDeath() {
    let isDead = false;
    const { clock, store } = scriptedClient();
    const sendStore = dying(store, () => isDead);
    const dead = scriptedClient([{ afterMs: 9_000 }, { afterMs: 9_000 }], { clock, sendStore });
    for (const endpoint of [forgotten, remembered]) {
      dead.client.call(endpoint, { to: 'o1' }, { requestId: endpoint.name }).catch(() => undefined);
    }
    await clock.advance(10);
    isDead = true;
    const heir = scriptedClient([], { clock, sendStore: store, limits: { queue: {} } });
    onTestFinished(async () => {
      // Otherwise its end would wait for a clock that nobody moves.
      isDead = false;
      await clock.advance(20_000);
    });
    await heir.client.ready();
    return { ...heir, dead };
  }

  it('is finished by the rules of resumePending: what may have left is unknown, or asked for again', async () => {
    const { client, clock, dead, leftAt } = await afterDeath();
    expect(dead.leftAt).toHaveLength(2);
    await clock.advance(60_000);
    expect(leftAt).toHaveLength(1);
    expect(await client.sends.find(remembered.name)).toMatchObject({ state: 'sent', attempts: 2 });
    expect(await client.sends.find(forgotten.name)).toMatchObject({ state: 'unknown', attempts: 1 });
  });

  it('leaves no doubt about a queued message that stood in line when its process died', async () => {
    const { clock, store, send } = await full({ limits: { ...onePerMinute, queue: { worker: false } } });
    await send('r1');
    await clock.advance(70_000);
    // The worker dies between the claim and the request.
    let isDead: 'not yet' | boolean = 'not yet';
    const sendStore = withChaos(store, ({ method }, run) => {
      if (isDead === true) throw new Error('dead');
      if (method === 'claim') isDead = isDead === 'not yet';
      return run();
    });
    const victim = scriptedClient([], { clock, sendStore, limits: { queue: {} } });
    onTestFinished(async () => {
      isDead = false;
      await clock.advance(20_000);
    });
    await victim.client.ready();
    await clock.advance(2_000);
    expect(victim.leftAt).toHaveLength(0);
    const heir = scriptedClient([], { clock, sendStore: store, limits: { queue: {} } });
    await heir.client.ready();
    await clock.advance(60_000);
    expect(await heir.client.sends.find('r1')).toMatchObject({ state: 'sent', attempts: 1 });
  });
});

describe('a store that cannot be told', () => {
  it('makes the caller keep the message: the error, and nothing is left behind', async () => {
    let isDown = false;
    const { clock, store } = scriptedClient();
    const flaky = withChaos(store, ({ method }, run) => {
      if (isDown && method === 'defer') throw new Error('gone');
      return run();
    });
    const made = await full({ clock, sendStore: flaky });
    isDown = true;
    await expect(made.send('r1')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    isDown = false;
    await clock.advance(200_000);
    expect(made.leftAt).toHaveLength(1);
    expect(await store.find({ account: 'wx0000000000000001', requestId: 'r1' })).toBeUndefined();
    expect(await made.send('r1')).toMatchObject({ status: 'sent' });
  });

  it('keeps a message that was taken up: it is told later', async () => {
    let isDown = false;
    const { clock, store } = scriptedClient();
    const flaky = withChaos(store, ({ method }, run) => {
      if (isDown && method === 'defer') throw new Error('gone');
      return run();
    });
    const made = await full({ clock, sendStore: flaky, retry: { maxRetries: 0, networkRetries: 0 } }, [
      0,
      'refused',
    ]);
    await made.send('r1');
    isDown = true;
    await clock.advance(70_000);
    expect(await store.find({ account: 'wx0000000000000001', requestId: 'r1' })).toMatchObject({
      state: 'pending',
    });
    isDown = false;
    await clock.advance(120_000);
    expect(await made.client.sends.find('r1')).toMatchObject({ state: 'sent', attempts: 1 });
  });
});

describe('sends.receipt', () => {
  it('waits for the end of a queued message, wherever it is sent', async () => {
    const { clock, store, send } = await full({ limits: { ...onePerMinute, queue: { worker: false } } });
    await send('r1');
    const worker = scriptedClient([], { clock, sendStore: store, limits: { queue: {} } });
    const receipt = worker.client.sends.receipt('r1', { deadlineMs: 200_000 });
    await worker.client.ready();
    await clock.advance(100_000);
    expect(await receipt).toMatchObject({ requestId: 'r1', status: 'sent', attempts: 1, replayed: true });
  });

  it('says that it is not sent yet when the time is over, and that the caller went away', async () => {
    const { client, clock, send } = await full({ limits: { ...onePerMinute, queue: { worker: false } } });
    await send('r1');
    const late = client.sends.receipt('r1', { deadlineMs: 5_000 }).catch((error: unknown) => error);
    const signal = AbortSignal.timeout(1);
    const aborted = client.sends.receipt('r1', { signal }).catch((error: unknown) => error);
    await clock.advance(5_001);
    expect(await late).toMatchObject({ code: 'SEND_IN_PROGRESS', requestId: 'r1' });
    expect(await aborted).toMatchObject({ code: 'DEADLINE', reason: 'aborted' });
  });

  it('knows the end of a message whose outcome is unknown, and refuses an id that nobody has used', async () => {
    const { client } = scriptedClient(['cut']);
    await client.call(forgotten, { to: 'o1' }, { requestId: 'r1' }).catch(() => undefined);
    await expect(client.sends.receipt('r1')).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    await expect(client.sends.receipt('r2')).rejects.toMatchObject({
      code: 'VALIDATION',
      issues: [{ path: 'requestId' }],
    });
  });
});

describe('a message that was accepted while another process held it', () => {
  /** Two processes with one store; the call of the first one has no room for a minute. */
  async function heldByAnother() {
    const { client: other, clock, store } = await full();
    const given = new AbortController();
    const patient = { onLimit: 'wait', deadlineMs: 200_000, signal: given.signal } as const;
    const held = other.call(forgotten, { to: 'o1' }, { requestId: 'r1', ...patient });
    const ended = Promise.allSettled([held]);
    await clock.advance(10);
    const { client, leftAt } = scriptedClient([], { clock, sendStore: store });
    const receipt = await client.call(forgotten, { to: 'o1' }, { requestId: 'r1', ...queue });
    expect(receipt).toMatchObject({ status: 'pending', replayed: true });
    return { client, clock, leftAt, ended, given };
  }

  it('goes out where its holder gave up and left nothing behind', async () => {
    const { client, clock, leftAt, ended, given } = await heldByAnother();
    given.abort();
    await clock.advance(90_000);
    await ended;
    expect(leftAt).toHaveLength(1);
    expect(await client.sends.find('r1')).toMatchObject({ state: 'sent' });
  });

  it('goes out once where its holder sends it', async () => {
    const { client, clock, leftAt, ended } = await heldByAnother();
    await clock.advance(300_000);
    await ended;
    expect(leftAt).toHaveLength(0);
    expect(await client.sends.find('r1')).toMatchObject({ state: 'sent', attempts: 1 });
  });
});
