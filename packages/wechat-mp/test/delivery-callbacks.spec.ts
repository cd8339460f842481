import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Delivery, Simulator } from '@wetempo/simulator';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type RedisServer, startRedis } from '../../../test/support/redis-server.js';
import { settleDeliveries, type WechatMp, type WechatMpOptions } from '../src/index.js';
import { appId, appSecret, clientOf, message, openid, platform } from './fixtures.js';

const templatePath = '/cgi-bin/message/template/send';
const subscribePath = '/cgi-bin/message/subscribe/bizsend';
/** Where there is nothing to wait for. */
const atOnce = { patienceMs: 0 };

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

function head({ openid: FromUserName, at }: Delivery) {
  return { ToUserName: 'gh_000000000000', FromUserName, CreateTime: Math.floor(at / 1000), MsgType: 'event' };
}

function templateEvent(delivery: Delivery, Status = 'success') {
  return { ...head(delivery), Event: 'TEMPLATESENDJOBFINISH', MsgID: delivery.msgid, Status };
}

function subscribeEvent(delivery: Delivery, ErrorCode = '0', ErrorStatus = 'success') {
  const TemplateId = String(delivery.payload.template_id);
  const List = { TemplateId, MsgID: delivery.msgid, ErrorCode, ErrorStatus };
  return { ...head(delivery), Event: 'subscribe_msg_sent_event', SubscribeMsgSentEvent: { List } };
}

function lastOf(simulator: Simulator): Delivery {
  const delivery = simulator.deliveries.at(-1);
  if (delivery === undefined) throw new Error('nothing was delivered');
  return delivery;
}

const subscribe = (mp: WechatMp, n: number, requestId: string, template_id = 'T1') =>
  mp.subscribeMessage.send(
    { touser: openid(n), template_id, data: { thing1: { value: '测试' } } },
    { requestId },
  );

/** Its answer is lost, and nobody knows whether it went out. */
async function loseAnswer(
  simulator: Simulator,
  mp: WechatMp,
  n: number,
  requestId: string,
  templateId?: string,
) {
  simulator.faults.add({ kind: 'cut-after', path: subscribePath, times: 1 });
  await expect(subscribe(mp, n, requestId, templateId)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
}

const stores = {
  SQLite: (): Partial<WechatMpOptions> => {
    const directory = mkdtempSync(join(tmpdir(), 'wetempo-callbacks-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    return { sendStore: { sqlite: join(directory, 'sends.db') } };
  },
  Redis: (): Partial<WechatMpOptions> => ({ redis: redis.url, sendStore: 'redis' }),
};

describe.each(Object.entries(stores))('delivery callbacks, with the records in %s', (_, options) => {
  async function setUp() {
    await redis.flush();
    const simulator = await platform({ accounts: [{ appId, appSecret, subscriptions: 'unlimited' }] });
    return { simulator, mp: clientOf(simulator, options()) };
  }

  it('note on a sent message that it arrived', async () => {
    const { simulator, mp } = await setUp();
    await mp.template.send(message(1), { requestId: 'a1' });
    const answers = await settleDeliveries(mp, templateEvent(lastOf(simulator)));
    expect(answers).toEqual([{ type: 'noted', requestId: 'a1', state: 'delivered' }]);
    expect(await mp.sends.find('a1')).toMatchObject({ state: 'sent', delivery: { state: 'delivered' } });
  });

  it('note that it did not arrive, and it is not sent again', async () => {
    const { simulator, mp } = await setUp();
    const receipt = await mp.template.send(message(1), { requestId: 'a1' });
    await settleDeliveries(mp, templateEvent(lastOf(simulator), 'failed:user block'));
    expect(await mp.sends.find('a1')).toMatchObject({
      state: 'sent',
      delivery: { state: 'undelivered', status: 'failed:user block' },
    });
    expect(await mp.template.send(message(1), { requestId: 'a1' })).toEqual({ ...receipt, replayed: true });
    expect(simulator.hits(templatePath)).toBe(1);
  });

  it('settle a message whose answer was lost: the same call is then answered without a request', async () => {
    const { simulator, mp } = await setUp();
    await loseAnswer(simulator, mp, 1, 'a1');
    const event = subscribeEvent(lastOf(simulator));
    const { msgid } = lastOf(simulator);
    expect(await settleDeliveries(mp, event, atOnce)).toMatchObject([{ type: 'resolved', requestId: 'a1' }]);
    expect(await mp.sends.find('a1')).toMatchObject({
      state: 'sent',
      result: { msgid },
      delivery: { state: 'delivered' },
    });
    expect(await subscribe(mp, 1, 'a1')).toMatchObject({ status: 'sent', msgid, replayed: true });
    expect(simulator.hits(subscribePath)).toBe(1);
    for (const _repeat of [2, 3]) {
      expect(await settleDeliveries(mp, event, atOnce)).toMatchObject([{ type: 'noted', requestId: 'a1' }]);
    }
  });

  it('settle none of two messages that may be meant, but the one whose template is named', async () => {
    const { simulator, mp } = await setUp();
    await loseAnswer(simulator, mp, 1, 'a1', 'T1');
    await loseAnswer(simulator, mp, 1, 'a2', 'T1');
    const twice = await settleDeliveries(mp, subscribeEvent(lastOf(simulator)), atOnce);
    expect(twice).toMatchObject([{ type: 'ambiguous', requestIds: ['a1', 'a2'] }]);
    expect(await mp.sends.count()).toMatchObject({ unknown: 2, sent: 0 });
    await loseAnswer(simulator, mp, 1, 'a3', 'T2');
    expect(await settleDeliveries(mp, subscribeEvent(lastOf(simulator)), atOnce)).toMatchObject([
      { type: 'resolved', requestId: 'a3' },
    ]);
  });

  it('F119: are three notes where three come in one second', async () => {
    const { simulator, mp } = await setUp();
    await Promise.all([1, 2, 3].map((n) => mp.template.send(message(n), { requestId: `a${n}` })));
    const events = simulator.deliveries.map((delivery) => ({
      ...templateEvent(delivery),
      CreateTime: Math.floor(lastOf(simulator).at / 1000),
    }));
    const answers = await Promise.all(events.map((event) => settleDeliveries(mp, event)));
    expect(answers.flat().map(({ type }) => type)).toEqual(['noted', 'noted', 'noted']);
    const records = await Promise.all([1, 2, 3].map((n) => mp.sends.find(`a${n}`)));
    expect(records).toMatchObject(Array(3).fill({ delivery: { state: 'delivered' } }));
  });

  it('wait for the answer that they overtake', async () => {
    const { simulator, mp } = await setUp();
    simulator.faults.add({ kind: 'slow', path: templatePath, delayMs: 500 });
    const sending = mp.template.send(message(1), { requestId: 'a1' });
    await vi.waitFor(() => expect(simulator.deliveries).toHaveLength(1), { timeout: 20_000 });
    const answers = await settleDeliveries(mp, templateEvent(lastOf(simulator)), { patienceMs: 20_000 });
    expect(answers).toEqual([{ type: 'noted', requestId: 'a1', state: 'delivered' }]);
    await expect(sending).resolves.toMatchObject({ status: 'sent' });
  });

  it('match nothing where they speak of a message that others have sent', async () => {
    const { simulator, mp } = await setUp();
    await mp.template.send(message(1), { requestId: 'a1' });
    const foreign = { ...templateEvent(lastOf(simulator)), MsgID: '999' };
    expect(await settleDeliveries(mp, foreign, atOnce)).toEqual([{ type: 'unmatched' }]);
  });
});
