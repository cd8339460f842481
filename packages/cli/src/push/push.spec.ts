import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprint, SqliteSendStore } from '@wetempo/core';
import { DEFAULT_APP_ID, type Simulator, startSimulator } from '@wetempo/simulator';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RedisServer, startRedis } from '../../../../test/support/redis-server.js';
import { type RunHere, runHere, simulatorEnv } from '../../test/support/run-here.js';

const sendPath = '/cgi-bin/message/template/send';
const person = (n: number) => `oTEST${String(n).padStart(23, '0')}`;

let simulator: Simulator;
let redis: RedisServer;
let folder: string;

beforeAll(async () => {
  simulator = await startSimulator();
  redis = await startRedis();
});
beforeEach(async () => {
  simulator.reset();
  folder = await mkdtemp(join(tmpdir(), 'wetempo-push-'));
  return () => rm(folder, { recursive: true });
});
afterAll(async () => {
  await simulator.close();
  await redis.stop();
});

async function run(args: readonly string[], env: Record<string, string> = {}, more: Partial<RunHere> = {}) {
  const result = await runHere(args, { env: { ...simulatorEnv(simulator.url), ...env }, folder, ...more });
  return { ...result, json: () => JSON.parse(result.stdout) };
}

async function writePeople(count: number, file = 'people.csv'): Promise<void> {
  const lines = Array.from({ length: count }, (_, index) => `${person(index + 1)},"Lot, ${index + 1}"`);
  await writeFile(join(folder, file), `openid,thing1\n${lines.join('\n')}\n`);
}

const push = (...args: string[]) => run(['push', 'people.csv', '--template', 'T1', ...args]);

describe('a push of a CSV', () => {
  it('sends each line once, and tells what became of it', async () => {
    await writePeople(5);
    const { code, json, stderr } = await push('--id', 'spring', '--results', 'ends.csv', '--json');
    expect(code).toBe(0);
    expect(json()).toMatchObject({
      id: 'spring',
      endpoint: 'template.send',
      phase: 'done',
      total: 5,
      counts: { sent: 5, failed: 0, unknown: 0, invalid: 0, 'not-sent': 0, replayed: 0 },
      forecast: { count: 5, remainingToday: 100_000, dailyLimit: 100_000 },
      advice: [],
    });
    expect(simulator.deliveredTo(person(3))).toMatchObject([
      { payload: { template_id: 'T1', data: { thing1: { value: 'Lot, 3' } } } },
    ]);
    expect(stderr).toContain('push spring: 5 messages by template.send');
    expect(stderr).toContain('100000 of 100000 are left today');
    const [header, ...ends] = (await readFile(join(folder, 'ends.csv'), 'utf8')).trim().split('\n');
    expect(header).toBe('requestId,state,msgid,code,errcode,message\r');
    expect(ends.map((line) => line.split(',').slice(0, 2)).sort()).toEqual(
      [1, 2, 3, 4, 5].map((n) => [`spring:${person(n)}`, 'sent']),
    );
  });

  it('that has begun before goes on only where somebody says so', async () => {
    await writePeople(3);
    expect((await push()).code).toBe(0);
    const again = await push();
    expect(again.code).toBe(2);
    expect(again.stderr).toMatch(/Push people has begun before: people:oTEST0+1 is sent\.\n.*--resume/);
    const resumed = await push('--resume');
    expect(resumed.code).toBe(0);
    expect(resumed.stdout).toContain('3 (3 of them before)');
    expect(simulator.deliveries).toHaveLength(3);
  });

  it('takes fields, links and ids from columns, and tells which columns it leaves', async () => {
    const text = `requestId,openid,goods,url,name\norder-7,${person(7)},Lamp,https://example.com/7,Li\n`;
    await writeFile(join(folder, 'people.csv'), text);
    const { code, stderr } = await push('--map', 'thing1=goods');
    expect(code).toBe(0);
    expect(stderr).toContain('columns that are not used: name');
    expect(simulator.deliveries).toMatchObject([
      { openid: person(7), payload: { url: 'https://example.com/7', data: { thing1: { value: 'Lamp' } } } },
    ]);
    expect((await run(['status', '--id', 'order-7', '--json'])).json().message).toMatchObject({
      state: 'sent',
      push: 'people',
    });
  });

  it('ends with 3 where lines cannot be sent or are refused, and asks the platform again when told to', async () => {
    await writeFile(join(folder, 'people.csv'), `openid,thing1\n${person(1)},a\n,b\n${person(2)},c\n`);
    const refusal = simulator.faults.add({ kind: 'errcode', errcode: 43004, openid: person(2) });
    const { code, json, stderr } = await push('--id', 'x', '--json');
    expect(code).toBe(3);
    expect(stderr).toContain('line 3: has no openid');
    expect(json()).toMatchObject({ counts: { sent: 1, failed: 1, invalid: 1 } });
    expect(json().advice).toContainEqual(
      expect.stringMatching(/wetempo push people\.csv --template T1 --id x --json --retry failed$/),
    );
    refusal.remove();
    const retried = await push('--id', 'x', '--retry', 'failed', '--json');
    expect(retried.json().counts).toMatchObject({ sent: 2, replayed: 1, invalid: 1 });
    expect(simulator.deliveries).toHaveLength(2);
    expect((await run(['status', 'x', '--json'])).json()).toEqual({
      push: 'x',
      counts: { sent: 2, pending: 0, failed: 0, unknown: 0 },
    });
    expect((await run(['status', 'y'])).code).toBe(2);
  });

  it('only checks with --dry-run', async () => {
    await writeFile(join(folder, 'people.csv'), `openid,thing1\n${person(1)},a\n,b\n`);
    const { code, json } = await push('--dry-run', '--json');
    expect(code).toBe(3);
    expect(json()).toMatchObject({
      id: 'people',
      dryRun: true,
      total: 2,
      invalid: 1,
      problems: [{ line: 3 }],
      forecast: { count: 1, remainingToday: 100_000 },
    });
    expect(simulator.hits(sendPath)).toBe(0);
  });

  it.each(['--dry-run', '--forecast'])('puts nothing into a queue with %s', async (flag) => {
    await writePeople(2);
    const env = { REDIS_URL: redis.url };
    const args = ['push', 'people.csv', '--template', 'T1', '--id', 'looked-at', '--queue', '--json'];
    const { code, json } = await run([...args, flag], env);
    expect([code, json()]).toMatchObject([0, { dryRun: true, total: 2 }]);
    expect((await run(['status', 'looked-at'], env)).code).toBe(2);
  });

  it('sends nothing where its results cannot be written', async () => {
    await writePeople(2);
    const { code, stderr } = await push('--results', 'nowhere/ends.csv');
    expect([code, stderr]).toEqual([2, expect.stringContaining('--results cannot be written')]);
    expect(simulator.hits(sendPath)).toBe(0);
  });

  it('begins only where a person at the terminal agrees', async () => {
    await writePeople(1);
    const args = ['push', 'people.csv', '--template', 'T1'];
    expect((await run(args, {}, { typed: 'n' })).code).toBe(4);
    expect(simulator.hits(sendPath)).toBe(0);
    expect((await run(args, {}, { typed: 'yes' })).code).toBe(0);
    expect((await run([...args, '--resume', '--yes'], {}, { typed: '' })).code).toBe(0);
  });
});

it('a command sends what it was told to, and nothing that others have queued', async () => {
  const store = new SqliteSendStore({ file: join(folder, 'wetempo-sends.sqlite') });
  const payload = JSON.stringify({ touser: person(9), template_id: 'T1', data: { thing1: { value: 'x' } } });
  const queued = { account: 'wx0000000000000001', requestId: 'queued', endpoint: 'template.send', payload };
  const claim = {
    recipient: person(9),
    leaseMs: 1,
    begin: false,
    reopenUnknown: 'never',
    reopenFailed: false,
  } as const;
  await store.claim({ ...queued, ...claim, fingerprint: fingerprint('template.send', payload) });
  await store.close();
  await writeFile(join(folder, 'wetempo.yaml'), 'limits:\n  queue:\n    afterMs: 10\n');
  await writePeople(1);
  simulator.faults.add({ kind: 'slow', path: sendPath, delayMs: 1500 });
  expect((await push('--config', 'wetempo.yaml')).code).toBe(0);
  expect(simulator.deliveries.map(({ openid }) => openid)).toEqual([person(1)]);
});

describe('a push of a mini program', () => {
  it('makes subscription messages; who did not agree gets none, and the others do', async () => {
    const [ann, ben] = [person(1), person(2)];
    simulator.users.grant(DEFAULT_APP_ID, ann, 'T1');
    const lines = [`${ann},Lot 1,pages/lot?id=1`, `${ben},Lot 2,`];
    await writeFile(join(folder, 'people.csv'), `openid,thing1,page\n${lines.join('\n')}\n`);
    const { json } = await push('--platform', 'miniprogram', '--id', 'mini', '--json');
    expect(json()).toMatchObject({ endpoint: 'subscribeMessage.send', counts: { sent: 1, failed: 1 } });
    expect(simulator.deliveredTo(ann)).toMatchObject([
      { payload: { template_id: 'T1', page: 'pages/lot?id=1', data: { thing1: { value: 'Lot 1' } } } },
    ]);
    expect(simulator.deliveredTo(ben)).toEqual([]);
  });
});

describe('a push that is cut short ends with 4', () => {
  it('by a signal: what is under way ends, and --resume sends the rest, nothing twice', async () => {
    await writePeople(40);
    const stop = new AbortController();
    simulator.faults.add({ kind: 'slow', path: sendPath, delayMs: 50 });
    const running = run(
      ['push', 'people.csv', '--template', 'T1', '--concurrency', '2', '--json'],
      {},
      { stop: stop.signal },
    );
    while (simulator.deliveries.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort();
    const { code, json, stderr } = await running;
    expect(code).toBe(4);
    expect(stderr).toContain('stopping: what is under way is finished');
    expect(json().phase).toBe('cancelled');
    expect(json().counts.sent).toBe(simulator.deliveries.length);
    expect(simulator.deliveries.length).toBeLessThan(40);
    expect(json().advice[0]).toMatch(/^Go on: wetempo push .* --resume$/);
    simulator.faults.clear();
    const rest = await push('--resume', '--json');
    expect([rest.code, rest.json().counts.sent]).toEqual([0, 40]);
    expect(new Set(simulator.deliveries.map(({ openid }) => openid)).size).toBe(40);
    expect(simulator.deliveries).toHaveLength(40);
  });

  it('by its deadline', async () => {
    await writePeople(20);
    simulator.faults.add({ kind: 'slow', path: sendPath, delayMs: 30 });
    const { code, json } = await push('--concurrency', '1', '--deadline', '60ms', '--json');
    expect(code).toBe(4);
    expect(json().counts['not-sent']).toBeGreaterThan(0);
  });
});

describe('JSON lines', () => {
  const line = (n: number) =>
    JSON.stringify({
      requestId: `r-${n}`,
      request: { touser: person(n), template_id: 'T1', data: { thing1: { value: 'x' } } },
    });

  it('come from a file or from stdin', async () => {
    await writeFile(join(folder, 'some.jsonl'), `${line(1)}\n${line(2)}\n`);
    expect((await run(['push', 'some.jsonl', '--json'])).json()).toMatchObject({
      id: 'some',
      counts: { sent: 2 },
    });
    const { code, json } = await run(
      ['push', '-', '--format', 'jsonl', '--id', 'piped', '--json'],
      {},
      { input: `${line(3)}\n` },
    );
    expect([code, json().counts.sent]).toEqual([0, 1]);
    expect(simulator.deliveries).toHaveLength(3);
  });
});

describe('wrong usage', () => {
  it.each([
    [['push', 'people.csv'], /--template is missing/],
    [['push', 'people.txt', '--template', 'T1'], /--format csv/],
    [['push', '-', '--format', 'csv', '--template', 'T1'], /--id is missing/],
    [['push', 'people.csv', '--template', 'T1', '--map', 'thing1'], /--map must be field=column/],
    [['push', 'people.csv', '--template', 'T1', '--deadline', 'soon'], /--deadline must be a time/],
    [['push', 'people.csv', '--template', 'T1', '--retry', 'all'], /--retry must be failed or unknown/],
    [['push', 'people.csv', '--template', 'T1', '--queue'], /A queue needs Redis/],
    [['push', 'nowhere.csv', '--template', 'T1'], /cannot read the file/],
    [['worker'], /A queue needs Redis/],
  ])('%j ends with 2 and sends nothing', async (args, message) => {
    await writePeople(1);
    const { code, stderr } = await run(args);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
    expect(simulator.hits(sendPath)).toBe(0);
  });
});

it('a queue is fed by one command, sent by another, and watched by a third', async () => {
  await writePeople(12);
  const env = { REDIS_URL: redis.url };
  const fed = await run(
    ['push', 'people.csv', '--template', 'T1', '--id', 'queued', '--queue', '--json'],
    env,
  );
  expect([fed.code, fed.json()]).toMatchObject([0, { id: 'queued', queued: 12 }]);
  expect(simulator.deliveries).toHaveLength(0);
  const stop = new AbortController();
  const worker = run(['worker', '--json'], env, { stop: stop.signal });
  const status = () => run(['status', 'queued', '--json'], env).then(({ json }) => json().progress);
  while ((await status()).phase !== 'done') await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await status()).counts).toMatchObject({ sent: 12 });
  stop.abort();
  const { code, json } = await worker;
  expect([code, json()]).toEqual([0, { account: 'wx0000000000000001', state: 'working' }]);
  expect(simulator.deliveries).toHaveLength(12);
});

it('a worker whose Redis is away says so, and ends at the first signal', async () => {
  const stop = new AbortController();
  const running = run(
    ['worker', '--grace', '1'],
    { REDIS_URL: 'redis://127.0.0.1:1' },
    { stop: stop.signal },
  );
  // Time enough for a busy machine to find it away.
  setTimeout(() => stop.abort(), 2_000);
  const { code, stdout, stderr } = await running;
  expect([code, stdout]).toEqual([0, '']);
  expect(stderr.match(/ECONNREFUSED/g)).toHaveLength(1);
});
