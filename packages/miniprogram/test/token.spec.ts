import { describe, expect, it } from 'vitest';
import { startRedis } from '../../../test/support/redis-server.js';
import { appId, clientAt, openid, platformAndClient } from './fixtures.js';

const stable = '/cgi-bin/stable_token';
const typing = { touser: openid(1), command: 'Typing' } as const;

describe('the access token of a mini program', () => {
  it('F01: is fetched once for all calls that come at once', async () => {
    const { simulator, mini } = await platformAndClient();
    simulator.users.interact(appId, openid(1));
    await Promise.all(Array.from({ length: 50 }, () => mini.customerMessage.typing(typing)));
    expect(simulator.hits(stable)).toBe(1);
  });

  it.each([40001, 40014, 42001] as const)('F08: is replaced once after %i', async (errcode) => {
    const { simulator, mini } = await platformAndClient();
    simulator.users.interact(appId, openid(1));
    await mini.customerMessage.typing(typing);
    simulator.tokens.revoke(appId, { errcode });
    await Promise.all(Array.from({ length: 20 }, () => mini.customerMessage.typing(typing)));
    expect(simulator.hits(stable)).toBeLessThanOrEqual(3);
  });

  it('comes from the classic endpoint where that is asked for', async () => {
    const { simulator, mini } = await platformAndClient({ token: { mode: 'classic' } });
    await mini.quota.get({ cgi_path: '/cgi-bin/message/subscribe/send' });
    expect([simulator.hits('/cgi-bin/token'), simulator.hits(stable)]).toEqual([1, 0]);
  });

  it('F01: is one for two processes on one Redis', async () => {
    const redis = await startRedis();
    const { simulator } = await platformAndClient();
    simulator.users.interact(appId, openid(1));
    const [one, two] = [1, 2].map(() => clientAt(simulator.url, { redis: redis.url, sendStore: 'redis' }));
    await Promise.all([one?.customerMessage.typing(typing), two?.customerMessage.typing(typing)]);
    expect(simulator.hits(stable)).toBe(1);
    await Promise.all([one?.close(), two?.close()]);
    await redis.stop();
  });

  it('F11: is not asked for over and over where this host may not', async () => {
    const { simulator, mini } = await platformAndClient();
    simulator.account(appId).ipNotAllowed = true;
    for (let call = 0; call < 5; call += 1) {
      const end = await mini.customerMessage.typing(typing).catch((error: unknown) => error);
      expect(end).toMatchObject({ code: 'TOKEN_ERROR', errcode: 40164 });
    }
    expect(simulator.hits(stable)).toBe(1);
  });
});
