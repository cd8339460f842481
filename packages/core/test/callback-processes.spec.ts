import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RedisServer, startRedis } from '../../../test/support/redis-server.js';
import { eventXml, genuine } from './support/callback-fixtures.js';
import { bundleChildProgram, type Child, type ChildProgram } from './support/child-program.js';

interface Member {
  readonly child: Child;
  readonly port: number;
}

/** Waits as long as it takes; the test's own time-out is the end of patience. */
async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await sleep(20);
}

async function deliver({ port }: Member, body: string): Promise<{ status: number; body: string }> {
  const { url, body: bytes } = genuine(body);
  const answer = await fetch(`http://127.0.0.1:${port}${url}`, { method: 'POST', body: Buffer.from(bytes) });
  return { status: answer.status, body: await answer.text() };
}

describe('callbacks of one account, received by two processes', () => {
  let redis: RedisServer;
  let program: ChildProgram;
  const members: Member[] = [];

  beforeAll(async () => {
    [redis, program] = await Promise.all([startRedis(), bundleChildProgram('callback-child.ts')]);
  });
  beforeEach(async () => {
    for (const { child } of members.splice(0)) child.kill('SIGKILL');
    await redis.flush();
  });
  afterAll(async () => {
    await program.dispose();
    await redis.stop();
  });

  async function join(leaseMs: number): Promise<Member> {
    const child = program.start({ REDIS_URL: redis.url, LEASE_MS: `${leaseMs}` });
    await new Promise((resolve) => child.process.once('message', resolve));
    const member = { child, port: Number(await child.ask('port')) };
    members.push(member);
    return member;
  }

  it('F121: an event that comes three times to two processes is handled once, and each answer leaves before its handler ends', async () => {
    const [one, other] = await Promise.all([join(30_000), join(30_000)]);
    const event = eventXml({ Event: 'CLICK', EventKey: 'F121' });
    for (const member of [one, other, one]) {
      expect(await deliver(member, event)).toEqual({ status: 200, body: 'success' });
    }
    expect(await redis.client.llen('begun')).toBe(1);
    expect(await redis.client.llen('ended')).toBe(0);
    await Promise.all([one.child.ask('release'), other.child.ask('release')]);
    await until(async () => (await redis.client.llen('ended')) === 1);
    expect(await deliver(other, event)).toEqual({ status: 200, body: 'success' });
    expect(await redis.client.llen('begun')).toBe(1);
  });

  it('the event of a process that was killed is handled by another', async () => {
    const one = await join(400);
    await deliver(one, eventXml({ Event: 'KILLED' }));
    await until(async () => (await redis.client.llen('begun')) === 1);
    one.child.kill('SIGKILL');
    const other = await join(400);
    await other.child.ask('release');
    await until(async () => (await redis.client.llen('ended')) === 1);
    expect(await redis.client.lrange('ended', '0', '-1')).toEqual([`${other.child.process.pid} KILLED 2`]);
    expect(await deliver(other, eventXml({ Event: 'KILLED' }))).toEqual({ status: 200, body: 'success' });
    expect(await redis.client.llen('begun')).toBe(2);
  });

  it('a process that closes gives its event to another at once', async () => {
    const [one, other] = await Promise.all([join(1_200), join(1_200)]);
    await other.child.ask('release');
    await deliver(one, eventXml({ Event: 'CLOSED' }));
    await one.child.ask('close');
    expect((await deliver(one, eventXml({ Event: 'AFTER' }))).status).toBe(503);
    await until(async () => (await redis.client.llen('ended')) === 1);
    expect(await redis.client.lrange('ended', '0', '-1')).toEqual([`${other.child.process.pid} CLOSED 2`]);
  });
});
