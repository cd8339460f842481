import type { Fault } from '@wetempo/simulator';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startRedis } from '../../../test/support/redis-server.js';
import { appId, appSecret, clientOf, message, openid, platform, platformAndClient } from './fixtures.js';

const templatePath = '/cgi-bin/message/template/send';
const subscribePath = '/cgi-bin/message/subscribe/bizsend';
const customPath = '/cgi-bin/message/custom/send';

const subscription = (n: number) => ({
  touser: openid(n),
  template_id: 'TEMPLATE-1',
  data: { thing1: { value: '测试' } },
});
const customer = (n: number) => ({ touser: openid(n), msgtype: 'text', text: { content: '您好' } }) as const;

describe('the id that the platform gives a message', () => {
  it.each([
    ['0', '0'],
    ['negative', '-7'],
    ['null', 'null'],
    ['empty', '""'],
    ['a fraction', '1.5'],
    ['a word', '"none"'],
    ['true', 'true'],
  ])('F56: %s is none: the message is not called sent, and goes out once in the end', async (_, msgid) => {
    const { simulator, mp } = await platformAndClient();
    const body = `{"errcode":0,"errmsg":"ok","msgid":${msgid}}`;
    simulator.faults.add({ kind: 'body', body, path: templatePath, times: 1 });
    await expect(mp.template.send(message(1), { requestId: 'a1' })).rejects.toHaveProperty('code');
    expect(await mp.sends.find('a1')).toMatchObject({ state: 'unknown' });
    await expect(mp.template.send(message(1), { requestId: 'a1' })).resolves.toMatchObject({
      msgid: simulator.deliveries[0]?.msgid,
    });
    expect(simulator.deliveries).toHaveLength(1);
  });

  it.each(['9007199254740993', '9223372036854775806', '2000000000000000001', '4294967296'])(
    'F54: %s keeps every digit in the receipt, the record, events and JSON, on Redis as well',
    async (msgid) => {
      const redis = await startRedis();
      onTestFinished(() => redis.stop());
      const simulator = await platform({ firstMsgid: msgid });
      const events: unknown[] = [];
      const options = { redis: redis.url, onEvent: (event: unknown) => events.push(event) };
      const mp = clientOf(simulator, { ...options, sendStore: 'redis' });
      const receipt = await mp.template.send(message(1), { requestId: 'a1' });
      expect(receipt.msgid).toBe(msgid);
      const replayed = await clientOf(simulator, { ...options, sendStore: 'redis' }).template.send(
        message(1),
        { requestId: 'a1' },
      );
      expect(JSON.parse(JSON.stringify(replayed))).toMatchObject({ msgid, replayed: true });
      expect(await mp.sends.find('a1')).toMatchObject({ result: { msgid } });
      expect(() => JSON.stringify(events)).not.toThrow();
    },
  );

  it('F54: as text keeps what a number could not hold', async () => {
    const { simulator, mp } = await platformAndClient();
    const body = '{"errcode":0,"errmsg":"ok","msgid":"98765432109876543210987"}';
    simulator.faults.add({ kind: 'body', body, path: templatePath });
    await expect(mp.template.send(message(1), { requestId: 'a1' })).resolves.toMatchObject({
      msgid: '98765432109876543210987',
    });
  });
});

describe('a refusal', () => {
  it.each([
    [
      'in a status 400',
      { kind: 'body', status: 400, body: '{"errcode":43004,"errmsg":"require subscribe"}' },
    ],
    [
      'in a status 403',
      { kind: 'body', status: 403, body: '{"errcode":43004,"errmsg":"require subscribe"}' },
    ],
    ['with its code as text', { kind: 'body', body: '{"errcode":"43004","errmsg":"require subscribe"}' }],
    ['beside a msgid', { kind: 'body', body: '{"errcode":43004,"errmsg":"no","msgid":0}' }],
    ['as text/html', { kind: 'body', body: '{"errcode":43004}', contentType: 'text/html' }],
  ] as [string, Fault][])('F56: %s is failed and not sent again', async (_, fault) => {
    const { simulator, mp } = await platformAndClient();
    simulator.faults.add({ ...fault, path: templatePath, processed: false } as Fault);
    for (let call = 1; call <= 2; call += 1) {
      await expect(mp.template.send(message(1), { requestId: 'a1' })).rejects.toMatchObject({
        code: 'API_ERROR',
        errcode: 43004,
      });
    }
    expect(await mp.sends.find('a1')).toMatchObject({ state: 'failed', failure: { errcode: 43004 } });
    expect(simulator.hits(templatePath)).toBe(1);
  });

  it.each([40003, 43004, 43101, 40037, 47003])(
    'F59: %i of one recipient fails that one, once, and the others are sent',
    async (errcode) => {
      const { simulator, mp } = await platformAndClient();
      for (let n = 0; n < 5; n += 1) simulator.users.grant(appId, openid(n), 'TEMPLATE-1');
      simulator.faults.add({ kind: 'errcode', errcode, path: subscribePath, openid: openid(2) });
      const ends = await Promise.allSettled(
        [0, 1, 2, 3, 4].map((n) => mp.subscribeMessage.send(subscription(n), { requestId: `a${n}` })),
      );
      expect(ends.map(({ status }) => status)).toEqual([
        'fulfilled',
        'fulfilled',
        'rejected',
        'fulfilled',
        'fulfilled',
      ]);
      expect(ends[2]).toMatchObject({ reason: { code: 'API_ERROR', errcode } });
      expect(simulator.hits(subscribePath)).toBe(5);
      expect(await mp.sends.count()).toMatchObject({ sent: 4, failed: 1, pending: 0, unknown: 0 });
    },
  );

  it('F59: of many recipients in a row stops nobody who comes after them', async () => {
    const { simulator, mp } = await platformAndClient();
    simulator.faults.add({ kind: 'errcode', errcode: 43004, path: templatePath, times: 20 });
    const codes: unknown[] = [];
    for (let n = 0; n < 20; n += 1) {
      const send = mp.template.send(message(n), { requestId: `a${n}` });
      codes.push(await send.catch(({ errcode }) => errcode));
    }
    expect(new Set(codes)).toEqual(new Set([43004]));
    await expect(mp.template.send(message(21), { requestId: 'a21' })).resolves.toMatchObject({ attempts: 1 });
  });

  it.each([45015, 45047, 48001, 43101])(
    'F61: %i ends a customer-service message, and no other kind is tried in its place',
    async (errcode) => {
      const { simulator, mp } = await platformAndClient();
      simulator.users.interact(appId, openid(1));
      simulator.faults.add({ kind: 'errcode', errcode, path: customPath });
      for (let call = 1; call <= 2; call += 1) {
        await expect(mp.customerMessage.send(customer(1), { requestId: 'c1' })).rejects.toMatchObject({
          code: 'API_ERROR',
          errcode,
        });
      }
      expect(simulator.hits(customPath)).toBe(1);
      expect(simulator.hits(templatePath) + simulator.hits(subscribePath)).toBe(0);
    },
  );

  it('F61: of the kind that a person has to mend may be sent again once it is, under the same requestId', async () => {
    const { simulator, mp } = await platformAndClient();
    const send = () => mp.customerMessage.send(customer(1), { requestId: 'c1', resend: 'failed' });
    await expect(send()).rejects.toMatchObject({ errcode: 45015 });
    simulator.users.interact(appId, openid(1));
    await expect(send()).resolves.toMatchObject({ status: 'sent' });
    expect(simulator.deliveries).toHaveLength(1);
  });
});

describe('one requestId', () => {
  it('F52: of two accounts stands for two messages', async () => {
    const second = 'wx0000000000000002';
    const accounts = [appId, second].map((id) => ({ appId: id, appSecret }));
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const simulator = await platform({ accounts });
    const clients = accounts.map((account) =>
      clientOf(simulator, { ...account, redis: redis.url, sendStore: 'redis' }),
    );
    await Promise.all(clients.map((mp) => mp.template.send(message(1), { requestId: 'a1' })));
    expect(simulator.deliveries.map((delivery) => delivery.appId).sort()).toEqual([appId, second]);
  });

  it('F52: for another kind of message is a conflict, not a second message', async () => {
    const { simulator, mp } = await platformAndClient();
    simulator.users.interact(appId, openid(1));
    await mp.customerMessage.send(customer(1), { requestId: 'a1' });
    await expect(mp.template.send(message(1), { requestId: 'a1' })).rejects.toMatchObject({
      code: 'REQUEST_CONFLICT',
    });
    expect(simulator.deliveries).toHaveLength(1);
  });
});
