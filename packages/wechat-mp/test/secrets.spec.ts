import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { Fault, Simulator } from '@wetempo/simulator';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type RedisServer, startRedis } from '../../../test/support/redis-server.js';
import type { WechatMp, WechatMpOptions } from '../src/index.js';
import { appId, appSecret, clientOf, message, platform } from './fixtures.js';

/** Every way in which the simulator can make a request fail. */
const faults: Fault[] = [
  { kind: 'refuse' },
  { kind: 'cut-before' },
  { kind: 'cut-after' },
  { kind: 'cut-mid-answer' },
  { kind: 'hang' },
  { kind: 'slow', delayMs: 400 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
  { kind: 'html', status: 200 },
  { kind: 'html', status: 502 },
  { kind: 'errcode', errcode: 40001, errmsg: 'invalid credential' },
  { kind: 'errcode', errcode: 40164, errmsg: 'invalid ip 203.0.113.7, not in whitelist' },
  { kind: 'errcode', errcode: 45009, errmsg: 'reach max api daily quota limit' },
  { kind: 'errcode', errcode: 43101, errmsg: 'user refuse to accept the msg' },
  { kind: 'body', body: 'not json at all' },
  { kind: 'body', body: '{"errcode":0,"errmsg":"ok"}' },
];

/** What anybody could see: error objects however printed, events, log lines. */
class Witness {
  readonly #seen: string[] = [];

  see(value: unknown): void {
    this.#seen.push(
      inspect(value, { depth: 12, showHidden: true, getters: true }),
      JSON.stringify(value) ?? '',
    );
    if (value instanceof Error)
      this.#seen.push(String(value), value.message, value.stack ?? '', inspect(value.cause));
  }

  get text(): string {
    return this.#seen.join('\n');
  }

  /** Options of a client that shows all that it has to show. */
  get options(): Partial<WechatMpOptions> {
    const line = (fields: object, text: string) => this.see({ text, ...fields });
    return {
      onEvent: (event) => this.see(event),
      logger: { debug: line, info: line, warn: line, error: line },
      timeoutMs: 200,
      deadlineMs: 900,
      // After three failures the others would not be seen.
      limits: { circuit: false },
    };
  }
}

const calls: ((mp: WechatMp, n: number) => Promise<unknown>)[] = [
  (mp, n) => mp.template.send(message(n), { requestId: `t${n}` }),
  (mp) => mp.quota.get({ cgi_path: '/cgi-bin/message/template/send' }),
  (mp) => mp.quota.clearAllWithSecret({ appid: appId, appsecret: appSecret }),
  (mp) => mp.jsSdk.sign('https://example.com/page'),
  (mp) =>
    mp.oauth.token({
      appid: appId,
      secret: appSecret,
      code: 'CODE_4711_SECRET',
      grant_type: 'authorization_code',
    }),
  (mp) => mp.request({ method: 'POST', path: '/cgi-bin/message/template/send', body: message(1) }),
];

async function failInEveryWay(simulator: Simulator, mp: WechatMp, witness: Witness): Promise<number> {
  let failures = 0;
  for (const fault of faults) {
    const handle = simulator.faults.add(fault);
    for (const [n, call] of calls.entries()) {
      await call(mp, n).catch((error: unknown) => {
        failures += 1;
        witness.see(error);
      });
    }
    handle.remove();
  }
  return failures;
}

function secretsOf(simulator: Simulator): string[] {
  return [appSecret, 'CODE_4711_SECRET', ...simulator.tokens.issued(appId).map(({ value }) => value)];
}

describe('F92: for every failure that the platform can make', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  it('no error, event, log line or row of SQLite holds a secret or a token', {
    timeout: 120_000,
  }, async () => {
    const directory = await mkdtemp(join(tmpdir(), 'wetempo-secrets-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const simulator = await platform();
    const witness = new Witness();
    const mp = clientOf(simulator, {
      ...witness.options,
      sendStore: { sqlite: join(directory, 'sends.db') },
    });
    await mp.user.list();
    expect(await failInEveryWay(simulator, mp, witness)).toBeGreaterThan(50);
    const files = readdirSync(directory).map((file) => readFileSync(join(directory, file), 'latin1'));
    const everything = [witness.text, ...files].join('\n');
    expect(everything.length).toBeGreaterThan(100_000);
    for (const secret of secretsOf(simulator))
      expect(everything.includes(secret), 'a secret was shown').toBe(false);
  });

  it('no key or value of the SendStore in Redis holds a secret or a token', {
    timeout: 120_000,
  }, async () => {
    const simulator = await platform();
    const mp = clientOf(simulator, { ...new Witness().options, redis: redis.url });
    await failInEveryWay(simulator, mp, new Witness());
    const keys = await redis.client.keys('*');
    const rows = await Promise.all(
      keys.filter((key) => !key.includes(':token:')).map((key) => redis.client.dump(key)),
    );
    expect(rows.length).toBeGreaterThan(0);
    const everything = [...keys, ...rows.map((row) => row?.toString() ?? '')].join('\n');
    for (const secret of secretsOf(simulator))
      expect(everything.includes(secret), 'a secret was stored').toBe(false);
  });
});
