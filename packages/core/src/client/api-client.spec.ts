import { describe, expect, it } from 'vitest';
import { forgotten, remembered, scriptedClient } from '../../test/support/scripted-client.js';

const hourMs = 3_600_000;
const oneAnHour = {
  headroom: 0,
  perRecipient: false as const,
  endpoints: { 'chat.send': { max: 1, windowMs: hourMs } },
};

/** One message that went out, and one that waits in line for an hour. */
async function oneInLine() {
  const all = scriptedClient([], { limits: oneAnHour, deadlineMs: 3 * hourMs });
  await all.client.call(forgotten, { to: 'anna' }, { requestId: 'a1' });
  const waiting = all.client.call(forgotten, { to: 'bert' }, { requestId: 'b1' });
  const ended = waiting.then(
    (receipt) => receipt.status,
    (error: unknown) => error,
  );
  await all.clock.advance(0);
  return { ...all, ended };
}

describe('a client', () => {
  it('lets interceptors of its own axios see each attempt, and shares them with no other client', async () => {
    const { client, clock } = scriptedClient([1]);
    const other = scriptedClient();
    const paths: unknown[] = [];
    client.axios.interceptors.request.use((config) => {
      paths.push(config.url);
      return config;
    });
    const sending = client.call(remembered, { to: 'anna' }, { requestId: 'a1' });
    await clock.advance(60_000);
    await sending;
    await other.client.call(remembered, { to: 'anna' }, { requestId: 'a1' });
    expect(paths).toEqual(['/notice/send?access_token=TOKEN', '/notice/send?access_token=TOKEN']);
  });
});

describe('a client that closes', () => {
  it('ends what still waits in line once its grace is over, and leaves nothing of it behind', async () => {
    const { client, clock, store, leftAt, ended } = await oneInLine();
    const closing = client.close(1000);
    await clock.advance(1000);
    await closing;
    expect(await ended).toMatchObject({ code: 'DEADLINE', reason: 'aborted', requestId: 'b1' });
    expect(clock.sleeping).toBe(0);
    expect(leftAt).toHaveLength(1);
    const free = await store.find({ account: 'wx0000000000000001', requestId: 'b1' });
    expect(free).toBeUndefined();
  });

  it('lets what can go within its grace go', async () => {
    const { client, clock, leftAt, ended } = await oneInLine();
    const closing = client.close(2 * hourMs);
    await clock.advance(2 * hourMs);
    await closing;
    expect(await ended).toBe('sent');
    expect(leftAt).toHaveLength(2);
  });

  it('still fetches the token that a call under way waits for', async () => {
    const { client, leftAt } = scriptedClient([], { token: { mode: 'stable' } });
    const sending = client.call(remembered, { to: 'anna' }, { requestId: 'a1' });
    await client.close();
    await expect(sending).resolves.toMatchObject({ status: 'sent' });
    expect(leftAt).toHaveLength(2);
  });

  it('takes no more calls', async () => {
    const { client, leftAt } = scriptedClient();
    await client.close(0);
    const late = client.call(forgotten, { to: 'anna' }, { requestId: 'a1' });
    await expect(late).rejects.toMatchObject({ code: 'CONFIG' });
    expect(leftAt).toHaveLength(0);
  });
});
