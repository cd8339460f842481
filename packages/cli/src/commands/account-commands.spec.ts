import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_APP_ID, DEFAULT_APP_SECRET, type Simulator, startSimulator } from '@wetempo/simulator';
import { WechatMp } from '@wetempo/wechat-mp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RedisServer, startRedis } from '../../../../test/support/redis-server.js';
import { type RunHere, runHere, simulatorEnv } from '../../test/support/run-here.js';

const sendPath = '/cgi-bin/message/template/send';

let simulator: Simulator;
let redis: RedisServer;
let folder: string;

beforeAll(async () => {
  simulator = await startSimulator();
  redis = await startRedis();
});
beforeEach(async () => {
  simulator.reset();
  await redis.flush();
  folder = await mkdtemp(join(tmpdir(), 'wetempo-cli-'));
  return () => rm(folder, { recursive: true });
});
afterAll(async () => {
  await simulator.close();
  await redis.stop();
});

async function run(
  args: readonly string[],
  env: Record<string, string | undefined> = {},
  more: Partial<RunHere> = {},
) {
  const result = await runHere(args, { env: { ...simulatorEnv(simulator.url), ...env }, folder, ...more });
  return { ...result, json: () => JSON.parse(result.stdout) };
}

/** Sends under these ids with every answer lost and every repetition refused, so that nobody knows. */
async function makeUnknown(...requestIds: string[]): Promise<void> {
  const mp = new WechatMp({
    appId: DEFAULT_APP_ID,
    appSecret: DEFAULT_APP_SECRET,
    baseUrl: simulator.url,
    sendStore: { sqlite: join(folder, 'wetempo-sends.sqlite') },
    retry: { maxRetries: 0, networkRetries: 0 },
  });
  const fault = simulator.faults.add({ kind: 'cut-after', path: sendPath });
  for (const [index, requestId] of requestIds.entries()) {
    const message = {
      touser: `oTEST00000000000000000000${index + 1}`,
      template_id: 'T1',
      data: { thing1: { value: '商品' } },
    };
    await mp.template.send(message, { requestId, push: 'spring' }).catch(() => undefined);
  }
  fault.remove();
  await mp.close();
}

describe('wetempo token', () => {
  it('shows age and expiry of the token, and never the token', async () => {
    const { code, json, stdout } = await run(['token', '--json']);
    const current = simulator.tokens.current(DEFAULT_APP_ID);
    expect(code).toBe(0);
    expect(json()).toMatchObject({
      account: DEFAULT_APP_ID,
      refreshed: false,
      token: expect.stringContaining('…'),
    });
    expect(json().remainingMs).toBeGreaterThan(7_000_000);
    expect(stdout).not.toContain(current ?? 'no token');
  });

  it('shares what Redis keeps, and replaces it with --refresh for everybody', async () => {
    const first = (await run(['token', '--json'], { REDIS_URL: redis.url })).json();
    const again = (await run(['token', '--json'], { REDIS_URL: redis.url })).json();
    expect(again.token).toBe(first.token);
    expect(simulator.hits('/cgi-bin/stable_token')).toBe(1);
    const { code, json } = await run(['token', '--refresh', '--json'], { REDIS_URL: redis.url });
    expect([code, json().refreshed]).toEqual([0, true]);
    expect(json().token).not.toBe(first.token);
    const { stdout } = await run(['token'], { REDIS_URL: redis.url });
    expect(stdout).toContain(json().token);
    expect(stdout).toContain(`kept in Redis at 127.0.0.1:${redis.port}`);
  });

  it('ends with 1 and the platform word where the secret is wrong', async () => {
    const { code, json, stderr } = await run(['token', '--json'], { WECHAT_SECRET: 'wrong-one' });
    expect(code).toBe(1);
    expect(json()).toEqual({
      error: { code: 'TOKEN_ERROR', message: expect.stringContaining('40125'), hint: expect.any(String) },
    });
    expect(stderr).toContain('40125');
  });

  it('does not end the token of a fleet in classic mode', async () => {
    await writeFile(join(folder, 'classic.yaml'), 'token: { mode: classic }\n');
    const { code, stderr } = await run(['token', '--config', 'classic.yaml']);
    expect([code, simulator.hits('/cgi-bin/token')]).toEqual([2, 0]);
    expect(stderr).toContain('classic');
  });
});

describe('wetempo quota', () => {
  it('shows what is left, by name or by path', async () => {
    const { code, json } = await run(['quota', 'template.send', '/cgi-bin/user/get', '--json']);
    expect(code).toBe(0);
    expect(json().quotas).toEqual([
      {
        endpoint: 'template.send',
        path: sendPath,
        dailyLimit: 100_000,
        used: 0,
        remaining: 100_000,
        rateLimit: null,
      },
      expect.objectContaining({ path: '/cgi-bin/user/get' }),
    ]);
    expect((await run(['quota'])).stdout).toMatch(/^template\.send +100000 +100000 +0$/m);
  });

  it('clears only where somebody agrees', async () => {
    const nobody = await run(['quota', 'template.send', '--clear']);
    expect([nobody.code, simulator.hits('/cgi-bin/openapi/quota/clear')]).toEqual([2, 0]);
    expect(nobody.stderr).toContain('--yes');
    const declined = await run(['quota', '--clear'], {}, { typed: 'n' });
    expect([declined.code, simulator.hits('/cgi-bin/clear_quota')]).toEqual([4, 0]);
    const agreed = await run(['quota', '--clear'], {}, { typed: 'y' });
    expect([agreed.code, simulator.hits('/cgi-bin/clear_quota')]).toEqual([0, 1]);
    const single = await run(['quota', 'template.send', '--clear', '--yes']);
    expect([single.code, simulator.hits('/cgi-bin/openapi/quota/clear')]).toEqual([0, 1]);
  });

  it('names the endpoints there are for one that is not', async () => {
    const { code, stderr } = await run(['quota', 'template.sent']);
    expect(code).toBe(2);
    expect(stderr).toContain('template.send');
  });
});

describe('wetempo unknown', () => {
  it('lists what nobody knows the fate of', async () => {
    await makeUnknown('order-1', 'order-2');
    const { code, json } = await run(['unknown', 'list', '--json', '--limit', '1']);
    expect(code).toBe(0);
    expect(json()).toEqual({
      more: true,
      messages: [
        expect.objectContaining({
          requestId: 'order-1',
          endpoint: 'template.send',
          push: 'spring',
          code: 'OUTCOME_UNKNOWN',
          attempts: 1,
        }),
      ],
    });
    expect((await run(['unknown', 'list'])).stdout).toMatch(/^order-2 +20\d\d-/m);
  });

  it('sends again what it is told to, as it was stored', async () => {
    await makeUnknown('order-1', 'order-2');
    const asked = await run(['unknown', 'resend', 'order-1']);
    expect(asked.code).toBe(2);
    const { code, json } = await run(['unknown', 'resend', 'order-1', 'order-9', '--yes', '--json']);
    expect(code).toBe(3);
    expect(json()).toEqual({
      sent: 1,
      notSent: 1,
      messages: [
        { requestId: 'order-9', state: 'not-unknown', msgid: null, reason: 'is not known' },
        { requestId: 'order-1', state: 'sent', msgid: expect.any(String), reason: null },
      ],
    });
    const rest = await run(['unknown', 'resend', '--all', '--yes']);
    expect([rest.code, rest.stdout]).toEqual([0, expect.stringMatching(/^order-2 +sent/)]);
    expect((await run(['status', '--json'])).json().counts).toEqual({
      sent: 2,
      pending: 0,
      failed: 0,
      unknown: 0,
    });
  });

  it('settles by hand, once, and sends nothing', async () => {
    await makeUnknown('order-1', 'order-2');
    const before = simulator.hits(sendPath);
    expect((await run(['unknown', 'settle', 'order-1', '--sent', '--msgid', '42', '--json'])).json()).toEqual(
      { requestId: 'order-1', state: 'sent' },
    );
    expect(
      (await run(['unknown', 'settle', 'order-2', '--failed', '--reason', 'asked the recipient'])).code,
    ).toBe(0);
    expect((await run(['unknown', 'settle', 'order-2', '--sent'])).code).toBe(2);
    expect((await run(['unknown', 'settle', 'order-1'])).code).toBe(2);
    expect(simulator.hits(sendPath)).toBe(before);
    expect((await run(['status', '--id', 'order-1', '--json'])).json().message).toMatchObject({
      state: 'sent',
      msgid: '42',
    });
    expect((await run(['status', '--id', 'order-2'])).stdout).toContain('asked the recipient');
  });
});

describe('wetempo status', () => {
  it('finds one message, and says where there is none', async () => {
    await makeUnknown('order-1');
    expect((await run(['status', '--id', 'order-1', '--json'])).json().message).toMatchObject({
      state: 'unknown',
      push: 'spring',
    });
    expect((await run(['status', '--id', 'order-7'])).code).toBe(2);
  });
});
