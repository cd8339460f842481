import { describe, expect, it, onTestFinished } from 'vitest';
import { startRedis } from '../../../test/support/redis-server.js';
import { clientOf, openid, platform } from './fixtures.js';

const infoPath = '/cgi-bin/user/info';
async function redisUrl(): Promise<string> {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  return redis.url;
}

describe('the daily quota', () => {
  it('cleared by hand opens the endpoint again, on every process', async () => {
    const simulator = await platform({
      limits: { perEndpointPerDay: { [infoPath]: 5 } },
    });
    const redis = await redisUrl();
    const [one, other] = [clientOf(simulator, { redis }), clientOf(simulator, { redis })];
    const info = (mp: typeof one) => mp.user.info({ openid: openid(1) }, { deadlineMs: 5000 });
    for (let n = 0; n < 5; n += 1) await one.user.info({ openid: openid(n) });
    await expect(info(one)).rejects.toMatchObject({ code: 'RATE_LIMITED', attributedTo: 'endpoint' });
    await expect(info(other)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(one.limits.quotas()).toMatchObject([{ name: 'user.info', limit: 5, used: 5, remaining: 0 }]);
    await one.quota.clear({ cgi_path: infoPath });
    await info(one);
    await expect
      .poll(() =>
        info(other).then(
          () => 'ok',
          () => 'closed',
        ),
      )
      .toBe('ok');
  });
});

describe('a gateway that tells its limit', () => {
  it('is waited for until the moment that it names, so that nobody meets a 429', async () => {
    const simulator = await platform({
      limits: { gatewayWindow: { max: 20, windowMs: 1000 }, gatewayHeaders: 'seconds' },
    });
    const mp = clientOf(simulator, { limits: { adaptive: { inFlight: { start: 1, most: 1 } } } });
    for (let n = 0; n < 60; n += 1) await mp.user.info({ openid: openid(n) });
    expect(simulator.requests.filter(({ status }) => status === 429)).toEqual([]);
    expect(mp.limits.quotas()).toMatchObject([{ from: 'headers', limit: 20 }]);
  });
});
