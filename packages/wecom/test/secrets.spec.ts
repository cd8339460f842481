import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { Fault, Simulator } from '@wetempo/simulator';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type RedisServer, startRedis } from '../../../test/support/redis-server.js';
import type { GroupRobot, Wecom, WecomOptions } from '../src/index.js';
import { clientOf, corpId, corpSecret, platform, robotKey, robotOf, textTo } from './fixtures.js';

/** Ways in which a request fails, from the wire up to the platform's own words. */
const faults: Fault[] = [
  { kind: 'refuse' },
  { kind: 'cut-before' },
  { kind: 'cut-after' },
  { kind: 'hang' },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
  { kind: 'html', status: 502 },
  { kind: 'errcode', errcode: 40001, errmsg: 'invalid credential' },
  { kind: 'errcode', errcode: 60020, errmsg: 'not allow to access from your ip, from ip: 203.0.113.7' },
  { kind: 'errcode', errcode: 93000, errmsg: `invalid webhook url, key=${robotKey}` },
  { kind: 'errcode', errcode: 81013, errmsg: 'user & party & tag all invalid' },
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
    if (value instanceof Error) this.#seen.push(String(value), value.stack ?? '', inspect(value.cause));
  }

  get text(): string {
    return this.#seen.join('\n');
  }

  get options() {
    const line = (fields: object, text: string) => this.see({ text, ...fields });
    return {
      onEvent: (event: unknown) => this.see(event),
      logger: { debug: line, info: line, warn: line, error: line },
      timeoutMs: 60,
      deadlineMs: 250,
      // After three failures the others would not be seen.
      limits: { circuit: false },
    } satisfies Partial<WecomOptions>;
  }
}

const code = 'CODE_4711_SECRET';
const userTicket = 'USER_TICKET_4711_SECRET';

type Attempt = (clients: { wecom: Wecom; robot: GroupRobot }, n: number) => Promise<unknown>;
const attempts: readonly Attempt[] = [
  ({ wecom }, n) => wecom.message.send(textTo(`u${n}`), { requestId: `m${n}` }),
  ({ wecom }) => wecom.auth.getUserInfo({ code }),
  ({ wecom }) => wecom.auth.getUserDetail({ user_ticket: userTicket }),
  ({ wecom }) => wecom.jsSdk.sign('https://example.com/'),
  ({ wecom }) => wecom.jsSdk.signAgent('https://example.com/'),
  ({ robot }, n) => robot.send({ msgtype: 'text', text: { content: `${n}` } }, { requestId: `r${n}` }),
  ({ robot }) => robot.upload({ content: Buffer.from('日志日志'), filename: 'a.txt' }),
];

async function failInEveryWay(
  simulator: Simulator,
  clients: { wecom: Wecom; robot: GroupRobot },
  witness: Witness,
): Promise<number> {
  let failures = 0;
  for (const [round, fault] of faults.entries()) {
    const handle = simulator.faults.add(fault);
    const outcomes = attempts.map((attempt) =>
      attempt(clients, round).catch((error: unknown) => {
        failures += 1;
        witness.see(error);
      }),
    );
    await Promise.all(outcomes);
    handle.remove();
  }
  return failures;
}

function secretsOf(simulator: Simulator): string[] {
  const tokens = simulator.tokens.issued(corpId).map(({ value }) => value);
  return [corpSecret, robotKey, encodeURIComponent(robotKey), code, userTicket, ...tokens];
}

describe('F92: whatever fails, the secret of an app, the key of a robot and tokens', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  it('are in no error, event, log line or row of SQLite', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'wetempo-secrets-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const simulator = await platform();
    const witness = new Witness();
    const options = { ...witness.options, sendStore: { sqlite: join(directory, 'sends.db') } };
    const clients = { wecom: clientOf(simulator, options), robot: robotOf(simulator, options) };
    await clients.wecom.message.send(textTo('u1'), { requestId: 'first', deadlineMs: 30_000 });
    expect(await failInEveryWay(simulator, clients, witness)).toBeGreaterThan(50);
    const files = readdirSync(directory).map((file) => readFileSync(join(directory, file), 'latin1'));
    const everything = [witness.text, ...files].join('\n');
    expect(everything.length).toBeGreaterThan(100_000);
    expect(everything).toContain('robot.send');
    for (const secret of secretsOf(simulator))
      expect(everything.includes(secret), 'a secret was shown').toBe(false);
  });

  it('are in no key or value of Redis but that of the token itself', async () => {
    const simulator = await platform();
    const options = { ...new Witness().options, redis: redis.url, sendStore: undefined };
    const clients = { wecom: clientOf(simulator, options), robot: robotOf(simulator, options) };
    await failInEveryWay(simulator, clients, new Witness());
    const keys = await redis.client.keys('*');
    const rows = await Promise.all(
      keys.filter((key) => !key.includes(':token:')).map((key) => redis.client.dump(key)),
    );
    expect(keys.some((key) => key.includes('robot.'))).toBe(true);
    expect(rows.length).toBeGreaterThan(0);
    const everything = [...keys, ...rows.map(String)].join('\n');
    for (const secret of secretsOf(simulator))
      expect(everything.includes(secret), 'a secret was stored').toBe(false);
  });
});
