import { describe, expect, it, vi } from 'vitest';
import { callbackToken, encodingAesKey, serveCallbacks } from '../../../test/support/callback-server.js';
import { replyNews, replyText, transferToCustomerService, WechatMpCallbacks } from '../src/callback/index.js';
import { appId, appSecret, clientOf, message, openid, platform } from './fixtures.js';

const subscribePath = '/cgi-bin/message/subscribe/bizsend';
const templatePath = '/cgi-bin/message/template/send';

async function setUp(options: { answerWithinMs?: number } = {}) {
  const simulator = await platform({ accounts: [{ appId, appSecret, subscriptions: 'unlimited' }] });
  const callbacks = new WechatMpCallbacks({ appId, token: callbackToken, encodingAesKey, ...options });
  const url = await serveCallbacks(callbacks);
  simulator.callbacks.configure(appId, { url, token: callbackToken, encodingAesKey });
  return { simulator, callbacks, mp: clientOf(simulator) };
}

const from = (n: number) => ({ FromUserName: openid(n) });

describe('messages of followers', () => {
  it('reach their handler typed, and the reply is encrypted as the platform wants it', async () => {
    const { simulator, callbacks } = await setUp();
    callbacks.onMessage('text', ({ Content, MsgId }) => replyText(`${MsgId}: ${Content}`));
    for (const format of ['xml', 'json'] as const) {
      const MsgId = format === 'xml' ? '2000000000000000001' : '2000000000000000003';
      const content = { ...from(1), MsgType: 'text', Content: '1e5 ]]> 微信', MsgId };
      const [exchange] = await simulator.callbacks.push(appId, content, { format });
      expect(exchange?.reply).toMatchObject({
        encrypted: true,
        fields: { MsgType: 'text', ToUserName: openid(1), Content: `${MsgId}: 1e5 ]]> 微信` },
      });
    }
  });

  it('may be answered with articles, or handed to the staff', async () => {
    const { simulator, callbacks } = await setUp();
    callbacks.onMessage('image', () => replyNews([{ title: '标题', url: 'https://example.com/a?b=1&c=2' }]));
    callbacks.onMessage('voice', () => transferToCustomerService('staff@account'));
    const [news] = await simulator.callbacks.push(appId, { ...from(1), MsgType: 'image', MediaId: 'M1' });
    expect(news?.reply?.fields).toMatchObject({
      MsgType: 'news',
      ArticleCount: expect.anything(),
      Articles: { item: { Title: '标题', Url: 'https://example.com/a?b=1&c=2' } },
    });
    const [handed] = await simulator.callbacks.push(appId, { ...from(1), MsgType: 'voice', MediaId: 'M2' });
    expect(handed?.reply?.fields).toMatchObject({
      MsgType: 'transfer_customer_service',
      TransInfo: { KfAccount: 'staff@account' },
    });
  });

  it('F120: an event that nobody knows is received, and reaches whoever takes the rest', async () => {
    const { simulator, callbacks } = await setUp();
    const rest = vi.fn();
    callbacks.onAny(rest);
    const content = { ...from(1), MsgType: 'event', Event: 'SOMETHING_NEW', Id: '007' };
    const [exchange] = await simulator.callbacks.push(appId, content);
    expect(exchange).toMatchObject({ received: true, body: 'success' });
    expect(rest).toHaveBeenCalledWith(
      expect.objectContaining({ Id: '007' }),
      expect.objectContaining({ name: 'SOMETHING_NEW', isDeclared: false }),
    );
  });

  it('is refused where it is meant for another account', async () => {
    const { simulator, callbacks } = await setUp();
    const rest = vi.fn();
    callbacks.onAny(rest);
    const url = await serveCallbacks(callbacks);
    const receiveId = 'wx9999999999999999';
    simulator.callbacks.configure(appId, { url, token: callbackToken, encodingAesKey, receiveId, tries: 1 });
    const [exchange] = await simulator.callbacks.push(appId, { ...from(1), MsgType: 'text', Content: 'a' });
    expect(exchange?.status).toBe(403);
    expect(rest).not.toHaveBeenCalled();
  });
});

describe('settleSends', () => {
  it('F119: notes the reports that the platform sends by itself, three in one second', async () => {
    const { simulator, callbacks, mp } = await setUp();
    callbacks.settleSends(mp);
    await Promise.all([1, 2, 3].map((n) => mp.template.send(message(n), { requestId: `a${n}` })));
    await simulator.callbacks.settled();
    const allAreNoted = async () => {
      const records = await Promise.all([1, 2, 3].map((n) => mp.sends.find(`a${n}`)));
      expect(records).toMatchObject(Array(3).fill({ state: 'sent', delivery: { state: 'delivered' } }));
    };
    await vi.waitFor(allAreNoted, { timeout: 20_000 });
  });

  it('settles a message whose answer was lost', async () => {
    const { simulator, callbacks, mp } = await setUp();
    callbacks.settleSends(mp);
    simulator.faults.add({ kind: 'cut-after', path: subscribePath, times: 1 });
    const sending = mp.subscribeMessage.send(
      { touser: openid(1), template_id: 'T1', data: { thing1: { value: '测试' } } },
      { requestId: 'a1' },
    );
    await expect(sending).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    const { msgid } = simulator.deliveries[0] ?? {};
    await vi.waitFor(
      async () => expect(await mp.sends.find('a1')).toMatchObject({ state: 'sent', result: { msgid } }),
      { timeout: 20_000 },
    );
    expect(simulator.hits(subscribePath)).toBe(1);
  });

  it('does not hold up the answer where a report overtakes the answer to its message', async () => {
    const { simulator, callbacks, mp } = await setUp({ answerWithinMs: 20 });
    callbacks.settleSends(mp);
    simulator.faults.add({ kind: 'slow', path: templatePath, delayMs: 1_000 });
    await mp.template.send(message(1), { requestId: 'a1' });
    // By now, and not only after the record has been written.
    expect(simulator.callbacks.exchanges).toMatchObject([{ received: true, body: 'success' }]);
    await vi.waitFor(
      async () => expect(await mp.sends.find('a1')).toMatchObject({ delivery: { state: 'delivered' } }),
      { timeout: 20_000 },
    );
  });

  it('ends when it is told to', async () => {
    const { callbacks, mp } = await setUp();
    const rest = vi.fn();
    callbacks.onAny(rest);
    callbacks.settleSends(mp)();
    await mp.template.send(message(1), { requestId: 'a1' });
    await vi.waitFor(() => expect(rest).toHaveBeenCalledTimes(1), { timeout: 20_000 });
    expect(await mp.sends.find('a1')).not.toHaveProperty('delivery.state');
  });
});
