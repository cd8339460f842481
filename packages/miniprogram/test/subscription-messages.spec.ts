import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../core/src/testing/manual-clock.js';
import { appId, openid, platformAndClient, subscription } from './fixtures.js';
import { cut, oddPlatform } from './odd-platform.js';

const path = '/cgi-bin/message/subscribe/send';
const endOf = (call: Promise<unknown>) => call.catch((error: unknown) => error);

describe('a subscription message', () => {
  it('F54: is sent once, and its receipt keeps every digit of the platform’s id', async () => {
    const { at, client } = await oddPlatform({
      [path]: () => '{"errcode":0,"errmsg":"ok","msgid":1234567890123456789}',
    });
    const mini = client();
    const receipt = await mini.subscribeMessage.send(subscription(1), { requestId: 'a1' });
    expect(receipt).toMatchObject({
      status: 'sent',
      msgid: '1234567890123456789',
      replayed: false,
    });
    const again = await mini.subscribeMessage.send(subscription(1), { requestId: 'a1' });
    expect(again).toMatchObject({
      status: 'sent',
      replayed: true,
      msgid: '1234567890123456789',
    });
    expect(at(path)).toHaveLength(1);
  });

  it('is sent also where the platform names no id', async () => {
    const { client } = await oddPlatform({ [path]: () => ({ errcode: 0, errmsg: 'ok' }) });
    const receipt = await client().subscribeMessage.send(subscription(1), { requestId: 'a1' });
    expect(receipt).toMatchObject({ status: 'sent' });
    expect(receipt).not.toHaveProperty('msgid');
  });

  it('F59: that the person did not subscribe to fails for good, and the others go on', async () => {
    const { simulator, mini } = await platformAndClient();
    for (const n of [1, 2, 4, 5]) simulator.users.grant(appId, openid(n), 'TEMPLATE-1');
    const sends = [1, 2, 3, 4, 5].map((n) =>
      endOf(mini.subscribeMessage.send(subscription(n), { requestId: `a${n}` })),
    );
    const ends = await Promise.all(sends);
    expect(ends[2]).toMatchObject({
      code: 'API_ERROR',
      errcode: 43101,
      hint: expect.stringMatching(/subscribe/),
    });
    expect(simulator.deliveries).toHaveLength(4);
    expect(simulator.hits(path)).toBe(5);

    // Not even a subscription that comes later makes the same message go out by itself.
    simulator.users.grant(appId, openid(3), 'TEMPLATE-1');
    const again = await endOf(mini.subscribeMessage.send(subscription(3), { requestId: 'a3' }));
    expect(again).toMatchObject({ code: 'API_ERROR', errcode: 43101 });
    expect(simulator.hits(path)).toBe(5);
    await mini.subscribeMessage.send(subscription(3), { requestId: 'a3', resend: 'failed' });
    expect(simulator.deliveries).toHaveLength(5);
  });

  it.each([
    ['a lost answer', { kind: 'cut-after' }],
    ['a 502 after the message went out', { kind: 'status', status: 502, processed: true }],
    ['a busy platform', { kind: 'errcode', errcode: -1, processed: true }],
  ] as const)('F48: is unknown after %s, and goes out again only where told to', async (_, fault) => {
    const { simulator, mini } = await platformAndClient();
    simulator.users.grant(appId, openid(1), 'TEMPLATE-1', 9);
    simulator.faults.add({ ...fault, path, times: 1 });
    for (let call = 1; call <= 3; call += 1) {
      const end = await endOf(mini.subscribeMessage.send(subscription(1), { requestId: 'a1' }));
      expect(end).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    }
    expect(await mini.sends.find('a1')).toMatchObject({ state: 'unknown' });
    expect(simulator.deliveries).toHaveLength(1);
    expect(simulator.hits(path)).toBe(1);

    const options = { requestId: 'a1', resend: 'unknown' } as const;
    await expect(mini.subscribeMessage.send(subscription(1), options)).resolves.toMatchObject({
      status: 'sent',
    });
    expect(simulator.deliveries).toHaveLength(2);
  });

  it('F48: that never left is sent', async () => {
    const { simulator, mini } = await platformAndClient();
    simulator.users.grant(appId, openid(1), 'TEMPLATE-1');
    await mini.ready();
    simulator.faults.add({ kind: 'refuse', times: 1 });
    await endOf(mini.subscribeMessage.send(subscription(1), { requestId: 'a1' }));
    await mini.subscribeMessage.send(subscription(1), { requestId: 'a1' });
    expect(simulator.deliveries).toHaveLength(1);
  });

  it('whose answer the connection takes along stays unknown also for a customer-service message', async () => {
    const { at, client } = await oddPlatform({ '/cgi-bin/message/custom/send': cut });
    const mini = client();
    const message = { touser: openid(1), msgtype: 'text', text: { content: '您好' } } as const;
    for (let call = 1; call <= 2; call += 1) {
      const end = await endOf(mini.customerMessage.send(message, { requestId: 'c1' }));
      expect(end).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    }
    expect(at('/cgi-bin/message/custom/send')).toHaveLength(1);
  });

  it('goes to one person 4 times in any minute, and others need not wait for it', async () => {
    const clock = new ManualClock();
    const leftAt: [string, number][] = [];
    const { client } = await oddPlatform({
      [path]: ({ body }) => {
        leftAt.push([JSON.parse(body).touser, clock.monotonic()]);
        return { errcode: 0, errmsg: 'ok' };
      },
    });
    const mini = client({ clock, deadlineMs: 600_000 });
    const send = (n: number, id: string) => mini.subscribeMessage.send(subscription(n), { requestId: id });
    const all = [1, 2, 3, 4, 5, 6].map((id) => send(1, `a${id}`));
    await send(2, 'b1');
    await Promise.all(all.slice(0, 4));
    expect(leftAt.filter(([touser]) => touser === openid(1))).toHaveLength(4);
    while (leftAt.length < 7) await clock.advance(5_000);
    await Promise.all(all);
    const [first = 0, , , , fifth = 0] = leftAt
      .filter(([touser]) => touser === openid(1))
      .map(([, at]) => at);
    expect(fifth - first).toBeGreaterThanOrEqual(60_000);
  });

  it('rejects the fifth at once where the caller does not wait', async () => {
    const { at, client } = await oddPlatform({});
    const mini = client();
    for (let id = 1; id <= 4; id += 1)
      await mini.subscribeMessage.send(subscription(1), { requestId: `a${id}` });
    const fifth = mini.subscribeMessage.send(subscription(1), { requestId: 'a5', onLimit: 'reject' });
    await expect(fifth).rejects.toMatchObject({ code: 'RATE_LIMITED', scope: 'recipient' });
    expect(at(path)).toHaveLength(4);
  });
});
