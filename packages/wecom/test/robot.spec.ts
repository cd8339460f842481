import { ManualClock } from '@wetempo/core/testing';
import { describe, expect, it } from 'vitest';
import { GroupRobot, robotPicture } from '../src/index.js';
import { bodiesOf, platform, robotKey, robotOf, robotPath } from './fixtures.js';

const alert = (n: number) => ({ msgtype: 'text', text: { content: `告警 ${n}` } }) as const;

describe('a group robot', () => {
  it('sends with the key of its webhook and no token, once for each requestId', async () => {
    const simulator = await platform();
    const robot = robotOf(simulator);
    const receipt = await robot.send(alert(1), { requestId: 'a1' });
    expect(receipt).toEqual({ requestId: 'a1', status: 'sent', attempts: 1, replayed: false });
    expect(await robot.send(alert(1), { requestId: 'a1' })).toMatchObject({ replayed: true });
    expect(simulator.requests).toMatchObject([{ path: robotPath, query: { key: robotKey }, body: alert(1) }]);
    expect(bodiesOf(simulator, robotPath)).toEqual([JSON.stringify(alert(1))]);
  });

  it('sends pictures from their bytes, and files that it uploaded', async () => {
    const simulator = await platform();
    const robot = robotOf(simulator);
    const image = robotPicture(new Uint8Array([137, 80, 78, 71, 13, 10]));
    expect(image).toEqual({ base64: 'iVBORw0K', md5: '8eece9cc616084e69299f7f1a53a6404' });
    await robot.send({ msgtype: 'image', image }, { requestId: 'a1' });
    const { media_id } = await robot.upload({ content: Buffer.from('日志日志'), filename: '日志.txt' });
    await robot.send({ msgtype: 'file', file: { media_id } }, { requestId: 'a2' });
    expect(simulator.deliveries).toHaveLength(2);
    expect(simulator.requests[1]).toMatchObject({ query: { key: robotKey, type: 'file' } });
  });

  it('waits in line for the 20 of a minute, and none is refused', async () => {
    const clock = new ManualClock();
    const simulator = await platform({ clock: { source: clock } });
    const robot = robotOf(simulator, { clock });
    const sends = Array.from({ length: 45 }, (_, n) => robot.send(alert(n), { requestId: `a${n}` }));
    const all = Promise.all(sends);
    await settled(clock, all);
    expect(simulator.deliveries).toHaveLength(45);
    expect(simulator.requests.filter(({ errcode }) => errcode !== 0)).toEqual([]);
    const [first] = simulator.deliveries;
    const inFirstMinute = simulator.deliveries.filter(({ at }) => at < (first?.at ?? 0) + 60_000);
    expect(inFirstMinute).toHaveLength(20);
  });

  it('45009: waits for the next minute where somebody else used up the robot', async () => {
    const clock = new ManualClock();
    const simulator = await platform({ clock: { source: clock } });
    const robot = robotOf(simulator, { clock });
    simulator.faults.add({ kind: 'errcode', errcode: 45009, path: robotPath, times: 1 });
    const before = clock.now();
    await settled(clock, robot.send(alert(1), { requestId: 'a1' }));
    const waitedMs = (simulator.deliveries[0]?.at ?? 0) - before;
    expect(waitedMs).toBeGreaterThan(60_000 - (before % 60_000) - 1);
    expect(waitedMs).toBeLessThan(130_000);
  });

  it('leaves a message unknown whose answer is lost, and does not send it again unless told to', async () => {
    const simulator = await platform();
    const robot = robotOf(simulator);
    simulator.faults.add({ kind: 'cut-after', path: robotPath, times: 1 });
    const send = (resend?: 'unknown') => robot.send(alert(1), { requestId: 'a1', resend });
    await expect(send()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    await expect(send()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(simulator.deliveries).toHaveLength(1);
    await expect(send('unknown')).resolves.toMatchObject({ status: 'sent' });
  });

  it('F41: has a line of its own for each key', async () => {
    const simulator = await platform();
    const [one, other] = [
      robotOf(simulator),
      robotOf(simulator, { webhookUrl: undefined, key: 'OTHERKEY-1', baseUrl: simulator.url } as never),
    ];
    await one.send(alert(1), { requestId: 'a1' });
    await other.send(alert(1), { requestId: 'a1' });
    expect(simulator.deliveries.map(({ openid }) => openid)).toEqual([robotKey, 'OTHERKEY-1']);
  });

  it.each([
    {},
    { key: 'short' },
    { key: 'SECRET-KEY-1', webhookUrl: 'https://example.com/?key=SECRET-KEY-1' },
    { webhookUrl: 'https://example.com/cgi-bin/webhook/send/SECRET-KEY-1' },
    { webhookUrl: 'ftp://example.com/?key=SECRET-KEY-1' },
    { key: 'SECRET-KEY-1', token: { mode: 'classic' } },
  ])('takes no %j, and does not show it', (options) => {
    let message = '';
    try {
      new GroupRobot(options as never);
    } catch (error) {
      message = String(error);
    }
    expect(message).toMatch(/GroupRobot: (key|webhookUrl|token)/);
    expect(message).not.toContain('SECRET-KEY');
  });
});

/** Lets the clock run until the promise is settled; the sockets take real time. */
async function settled<Result>(clock: ManualClock, promise: Promise<Result>): Promise<Result> {
  let isSettled = false;
  const watched = promise.finally(() => {
    isSettled = true;
  });
  watched.catch(() => undefined);
  while (!isSettled) {
    await clock.advance(250);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return watched;
}
