import { describe, expect, it, vi } from 'vitest';
import { callbackToken, encodingAesKey, serveCallbacks } from '../../../test/support/callback-server.js';
import { MiniProgramCallbacks, transferToCustomerService } from '../src/callback/index.js';
import { appId, appSecret, openid, platformAndClient, subscription } from './fixtures.js';

async function setUp() {
  const accounts = [{ appId, appSecret, subscriptions: 'unlimited' as const }];
  const { simulator, mini } = await platformAndClient({}, { accounts });
  const callbacks = new MiniProgramCallbacks({ appId, token: callbackToken, encodingAesKey });
  const url = await serveCallbacks(callbacks);
  simulator.callbacks.configure(appId, { url, token: callbackToken, encodingAesKey, format: 'json' });
  return { simulator, callbacks, mini };
}

describe('callbacks of a mini program', () => {
  it.each(['xml', 'json'] as const)(
    'reach their handlers as %s, and messages may go to the staff',
    async (format) => {
      const { simulator, callbacks } = await setUp();
      callbacks.onMessage('text', () => transferToCustomerService());
      const content = {
        FromUserName: openid(1),
        MsgType: 'text',
        Content: '007',
        MsgId: '2000000000000000001',
      };
      const [exchange] = await simulator.callbacks.push(appId, content, { format });
      expect(exchange).toMatchObject({ status: 200, received: true });
      expect(exchange?.reply?.fields).toMatchObject({
        MsgType: 'transfer_customer_service',
        ToUserName: openid(1),
      });
    },
  );

  it('tell what became of a message whose answer was lost, and it is not sent again', async () => {
    const { simulator, callbacks, mini } = await setUp();
    callbacks.settleSends(mini);
    simulator.faults.add({ kind: 'cut-after', path: '/cgi-bin/message/subscribe/send', times: 1 });
    await mini.subscribeMessage.send(subscription(1), { requestId: 'a1' }).catch(() => undefined);
    await vi.waitFor(async () => expect(await mini.sends.find('a1')).toMatchObject({ state: 'sent' }), {
      timeout: 20_000,
    });
    expect(await mini.subscribeMessage.send(subscription(1), { requestId: 'a1' })).toMatchObject({
      replayed: true,
    });
    expect(simulator.deliveredTo(openid(1))).toHaveLength(1);
  });
});
