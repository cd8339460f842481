import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_APP_ID, DEFAULT_APP_SECRET, type Simulator, startSimulator } from '@wetempo/simulator';
import { WechatMp } from '@wetempo/wechat-mp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RedisServer, startRedis } from '../../../../test/support/redis-server.js';
import { selfSigned } from '../../../core/test/support/self-signed.js';
import { runHere, simulatorEnv } from '../../test/support/run-here.js';
import type { Finding } from './finding.js';

const simulatorAccount = { appId: DEFAULT_APP_ID, appSecret: DEFAULT_APP_SECRET };
let simulator: Simulator;
let redis: RedisServer;
let folder: string;

beforeAll(async () => {
  simulator = await startSimulator();
  redis = await startRedis();
  folder = await mkdtemp(join(tmpdir(), 'wetempo-doctor-'));
});
afterEach(() => simulator.reset());
afterAll(async () => {
  await simulator.close();
  await redis.stop();
  await rm(folder, { recursive: true });
});

interface Examined {
  readonly code: number;
  readonly stdout: string;
  finding(name: string): Finding;
}

async function examined(env: Record<string, string | undefined> = {}, ...args: string[]): Promise<Examined> {
  const { code, stdout } = await runHere(['doctor', '--json', ...args], {
    env: { ...simulatorEnv(simulator.url), WETEMPO_SEND_STORE: 'sqlite:sends.sqlite', ...env },
    folder,
  });
  const { healthy, findings } = JSON.parse(stdout) as { healthy: boolean; findings: Finding[] };
  expect(healthy).toBe(code === 0);
  const finding = (name: string) => findings.find((one) => one.name === name) ?? fail(name, findings);
  return { code, stdout, finding };
}

function fail(name: string, findings: readonly Finding[]): never {
  throw new Error(`${name} is not among ${findings.map((one) => one.name).join(', ')}`);
}

describe('the account', () => {
  it('is healthy where everything is in order', async () => {
    const { code, finding } = await examined();
    expect(code).toBe(0);
    for (const name of [
      'node',
      'configuration',
      'reachability',
      'credentials',
      'ip-allow-list',
      'clock',
      'send-store',
    ]) {
      expect(finding(name)).toMatchObject({ name, state: 'ok', todo: null });
    }
    expect(finding('quota template.send').seen).toMatch(/^100000 of 100000 are left today/);
    expect(finding('redis').state).toBe('skipped');
  });

  it('with a wrong secret: says so, where it was said, and shows it nowhere', async () => {
    const secret = 'not-the-secret-at-all';
    const { code, stdout, finding } = await examined({ WECHAT_SECRET: secret });
    expect(code).toBe(5);
    expect(finding('credentials')).toMatchObject({
      state: 'problem',
      seen: expect.stringContaining('40125'),
    });
    expect(finding('credentials').todo).toContain('WECHAT_SECRET in the environment');
    expect(finding('reachability').state).toBe('ok');
    expect(stdout).not.toContain(secret);
  });

  it('names the line of the file that holds a wrong app id', async () => {
    const file = join(folder, 'wetempo.yaml');
    await writeFile(file, `platform: wechat-mp\nappId: wx9999999999999999\nappSecret: irrelevant\n`);
    const { finding } = await examined(
      { WECHAT_APPID: undefined, WECHAT_SECRET: '' },
      '--config',
      'wetempo.yaml',
    );
    expect(finding('credentials')).toMatchObject({
      state: 'problem',
      seen: expect.stringContaining('40013'),
    });
    expect(finding('credentials').todo).toContain('wetempo.yaml:2 appId');
  });

  it('names the IP that the platform sees, and where to allow it', async () => {
    simulator.account('wx0000000000000001').ipNotAllowed = true;
    const { code, finding } = await examined();
    expect(code).toBe(5);
    expect(finding('ip-allow-list')).toMatchObject({
      state: 'problem',
      seen: expect.stringContaining('203.0.113.7'),
    });
    expect(finding('ip-allow-list').todo).toMatch(/203\.0\.113\.7 at mp\.weixin\.qq\.com.*IP白名单/);
    expect(finding('reachability').state).toBe('ok');
  });

  it('tells what is missing of the configuration', async () => {
    const { code, finding } = await examined({ WECHAT_SECRET: undefined });
    expect(code).toBe(5);
    expect(finding('configuration')).toMatchObject({
      state: 'problem',
      seen: 'appSecret is missing: set WECHAT_SECRET, or `appSecret` in the file of --config',
    });
  });

  it('names the line of a limit that is none, and of a policy file that is wrong', async () => {
    await writeFile(join(folder, 'limits.yaml'), 'limits:\n  app:\n    perMinute: many\n');
    const limits = await examined({}, '--config', 'limits.yaml');
    expect(limits.finding('configuration')).toMatchObject({ state: 'problem' });
    expect(limits.finding('configuration').seen).toMatch(
      /limits\.app\.perMinute .*\(limits\.yaml:3 limits\.app\.perMinute\)/,
    );
    await writeFile(join(folder, 'policy.yaml'), 'retry:\n  maxRetries: -1\n');
    await writeFile(join(folder, 'main.yaml'), 'policyFile: policy.yaml\n');
    const policy = await examined({}, '--config', 'main.yaml');
    expect(policy.finding('configuration').seen).toMatch(/policy\.yaml:2 retry\.maxRetries/);
  });

  it('tells when the day of an endpoint is used up', async () => {
    const path = '/cgi-bin/message/template/send';
    const small = await startSimulator({ limits: { perEndpointPerDay: { [path]: 1 } } });
    const env = { WECHAT_BASE_URL: small.url };
    const mp = new WechatMp({ ...simulatorAccount, baseUrl: small.url, sendStore: 'memory' });
    const message = {
      touser: 'oTEST000000000000000000001',
      template_id: 'T1',
      data: { thing1: { value: '商品' } },
    };
    try {
      expect((await examined(env)).finding('quota template.send').state).toBe('ok');
      await mp.template.send(message, { requestId: 'the-only-one' });
      const { code, finding } = await examined(env);
      expect(code).toBe(5);
      expect(finding('quota template.send')).toMatchObject({
        state: 'problem',
        seen: '0 of 1 are left today, 1 used',
      });
    } finally {
      await mp.close();
      await small.close();
    }
  });
});

describe('the way to the platform', () => {
  it.each([
    ['a closed port', 'http://127.0.0.1:1', /nothing listens at 127\.0\.0\.1:1 \(connection refused\)/],
    ['a name that is none', 'http://nowhere.invalid', /DNS/],
    ['TLS where there is none', () => simulator.url.replace('http:', 'https:'), /does not speak TLS/],
  ])('tells %s apart', async (_case, url, seen) => {
    const { code, finding } = await examined({ WECHAT_BASE_URL: typeof url === 'string' ? url : url() });
    expect(code).toBe(5);
    expect(finding('reachability')).toMatchObject({ state: 'problem', seen: expect.stringMatching(seen) });
    expect(finding('credentials').state).toBe('skipped');
  });

  it('tells a certificate that nobody vouches for', async () => {
    const server = createSecureServer(selfSigned, (_request, response) => void response.end('{}'));
    const url = (await listening(server)).replace('http:', 'https:');
    const { finding } = await examined({ WECHAT_BASE_URL: url });
    expect(finding('reachability')).toMatchObject({
      state: 'problem',
      seen: expect.stringMatching(/^the certificate of 127\.0\.0\.1:\d+ is not accepted/),
    });
    server.close();
  });

  it('tells a page from the platform', async () => {
    simulator.faults.add({ kind: 'html', status: 502 });
    const { finding } = await examined();
    expect(finding('reachability')).toMatchObject({
      state: 'problem',
      seen: expect.stringContaining('HTTP 502'),
    });
  });

  it('tells an answer that does not come', async () => {
    simulator.faults.add({ kind: 'hang' });
    await writeFile(join(folder, 'impatient.yaml'), 'timeoutMs: 100\n');
    const { finding } = await examined({}, '--config', 'impatient.yaml');
    expect(finding('reachability')).toMatchObject({
      seen: expect.stringContaining('did not answer in time'),
    });
  });

  it('tells a proxy that wants a password from the platform', async () => {
    const proxy = createServer().on('connect', (_request, socket) => {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    });
    proxy.on('request', (_request, response) => void response.writeHead(407).end());
    const url = await listening(proxy);
    await writeFile(join(folder, 'proxy.yaml'), `baseUrl: https://api.weixin.qq.com\nproxy: ${url}\n`);
    const { finding } = await examined({ WECHAT_BASE_URL: undefined }, '--config', 'proxy.yaml');
    expect(finding('reachability')).toMatchObject({ seen: 'the proxy refused with HTTP 407' });
    expect(finding('reachability').todo).toContain('proxy.yaml:2 proxy');
    proxy.close();
  });
});

async function listening(server: NetServer): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Stands before the simulator and sets the time of its answers. */
async function proxyWithClock(offMs: number): Promise<{ url: string; close: () => void }> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const onward = request(`${simulator.url}${url}`, { method: method ?? 'GET', headers }, (answer) => {
      const date = new Date(Date.now() + offMs).toUTCString();
      outgoing.writeHead(answer.statusCode ?? 500, { ...answer.headers, date });
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  return { url: await listening(server), close: () => server.close() };
}

describe('the clock', () => {
  // The header counts whole seconds, so ten minutes may show as 9 min 59 s.
  it.each([
    [-600_000, 'problem', /clock is (10 min|9 min 59 s).* ahead of that of the platform/],
    [600_000, 'problem', /clock is (10 min|9 min 59 s).* behind that of the platform/],
    [30_000, 'warning', /clock is (29|30) s behind/],
    [3_000, 'ok', /agrees/],
  ])('of the platform going %d ms off ours is a %s', async (offMs, state, seen) => {
    const proxy = await proxyWithClock(offMs);
    const { finding } = await examined({ WECHAT_BASE_URL: proxy.url });
    expect(finding('clock')).toMatchObject({ state, seen: expect.stringMatching(seen) });
    proxy.close();
  });
});

describe('Redis', () => {
  const withRedis = () => ({ REDIS_URL: redis.url, WETEMPO_SEND_STORE: 'redis' });

  it('without any file says that a restart forgets, and what to set', async () => {
    const { code, finding } = await examined(withRedis());
    expect(code).toBe(5);
    expect(finding('redis')).toMatchObject({ state: 'ok', seen: expect.stringMatching(/version \d/) });
    expect(finding('redis-clock').state).toBe('ok');
    expect(finding('redis-memory').state).toBe('ok');
    expect(finding('redis-persistence')).toMatchObject({
      state: 'problem',
      todo: expect.stringContaining('appendonly yes'),
    });
    expect(finding('send-store').state).toBe('ok');
    expect(await redis.client.keys('*doctor*')).toEqual([]);
  });

  it('warns of snapshots, and is content with an append-only file', async () => {
    await redis.client.config('SET', 'save', '3600 1');
    expect((await examined(withRedis())).finding('redis-persistence').state).toBe('warning');
    await redis.client.config('SET', 'appendonly', 'yes');
    const { code, finding } = await examined(withRedis());
    expect([code, finding('redis-persistence').state]).toEqual([0, 'ok']);
  });

  it('warns of eviction, the louder where memory is bounded', async () => {
    await redis.client.config('SET', 'maxmemory-policy', 'allkeys-lru');
    const unbounded = await examined(withRedis());
    expect(unbounded.finding('redis-memory')).toMatchObject({
      state: 'warning',
      seen: expect.stringContaining('allkeys-lru'),
    });
    await redis.client.config('SET', 'maxmemory', '100mb');
    const bounded = await examined(withRedis());
    expect(bounded.finding('redis-memory')).toMatchObject({
      state: 'problem',
      todo: expect.stringContaining('noeviction'),
    });
    // Where only tokens and limits stand in it, nothing is lost for good.
    const elsewhere = await examined({ REDIS_URL: redis.url });
    expect(elsewhere.finding('redis-memory').state).toBe('warning');
  });

  it('says unknown where a user may ask for nothing', async () => {
    await redis.client.call(
      'ACL',
      'SETUSER',
      'narrow',
      'on',
      '>pass',
      '~*',
      '&*',
      '+@all',
      '-info',
      '-config',
      '-time',
    );
    const { finding } = await examined({ REDIS_URL: redis.url.replace('//', '//narrow:pass@') });
    expect(finding('redis').state).toBe('ok');
    for (const name of ['redis-memory', 'redis-persistence', 'redis-clock']) {
      expect(finding(name)).toMatchObject({ state: 'skipped', seen: expect.stringContaining('may not run') });
    }
  });

  it('warns of a key prefix, which BullMQ refuses', async () => {
    const { finding } = await examined({ REDIS_URL: `${redis.url}?keyPrefix=shop:` });
    expect(finding('redis-key-prefix')).toMatchObject({
      state: 'warning',
      seen: expect.stringContaining('"shop:"'),
    });
  });

  it('tells a password that is wrong and a server that is gone, and never shows the password', async () => {
    const wrong = await examined({ REDIS_URL: redis.url.replace('//', '//narrow:hush-hush@') });
    expect(wrong.finding('redis')).toMatchObject({
      state: 'problem',
      seen: expect.stringContaining('user and password'),
    });
    expect(wrong.stdout).not.toContain('hush-hush');
    const gone = await examined({ REDIS_URL: 'redis://127.0.0.1:1' });
    expect(gone.finding('redis')).toMatchObject({
      state: 'problem',
      seen: expect.stringContaining('nothing listens'),
    });
  });
});

it('tells that a database is away, without its password', async () => {
  const { stdout, finding } = await examined({
    WETEMPO_SEND_STORE: 'postgres://me:hush-hush@127.0.0.1:1/sends',
  });
  expect(finding('send-store')).toMatchObject({
    state: 'problem',
    seen: expect.stringContaining('PostgreSQL, 127.0.0.1:1/sends'),
  });
  expect(stdout).not.toContain('hush-hush');
});

it('tells that the send store cannot be written, and who named it', async () => {
  const { code, finding } = await examined({ WETEMPO_SEND_STORE: 'sqlite:/dev/null/sends.sqlite' });
  expect(code).toBe(5);
  expect(finding('send-store').state).toBe('problem');
  expect(finding('send-store').todo).toContain('WETEMPO_SEND_STORE in the environment');
});

it('says the same in words, without any colour', async () => {
  const env = { ...simulatorEnv(simulator.url), WECHAT_SECRET: 'wrong' };
  const { code, stdout } = await runHere(['doctor'], { env, folder });
  expect(code).toBe(5);
  expect(stdout).toMatch(
    /^PROBLEM {2}credentials: the platform does not take the secret: errcode 40125\n {9}→ Set the secret/m,
  );
  expect(stdout).toMatch(/^1 problems, \d+ warnings/m);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what must not be there
  expect(stdout).not.toMatch(/\u001b/);
});
