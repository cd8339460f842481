import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { type Simulator, startSimulator } from '@wetempo/simulator';
import type { AlertReport } from '../alerts.js';
import { startApp } from '../start-app.js';
import { DemoReport } from './demo-report.js';

const corpId = 'ww0000000000000001';
const agentId = 1_000_002;
const corpSecret = 'demo-secret';
const robotKey = 'demo-robot-key-0001';
const token = randomBytes(12).toString('hex');
const encodingAesKey = randomBytes(32).toString('base64').slice(0, 43).replace(/[+/]/g, 'A');

/**
 * Raises alerts while a simulated platform loses answers and does not know everybody, and lets it tell of an approval.
 *
 * @returns the exit code: 0 where everything came out as it should
 */
export async function runDemo(): Promise<number> {
  const simulator = await startSimulator({
    corps: [{ corpId, agents: [{ agentId, corpSecret }], members: ['zhangsan', 'lisi'], robots: [robotKey] }],
  });
  const app = await startApp(demoEnv(simulator), 0, '127.0.0.1');
  try {
    return (await play(simulator, app)).print();
  } finally {
    await app.close();
    await simulator.close();
  }
}

function demoEnv(simulator: Simulator): NodeJS.ProcessEnv {
  return {
    WECOM_CORPID: corpId,
    WECOM_AGENTID: String(agentId),
    WECOM_SECRET: corpSecret,
    WECOM_BASE_URL: simulator.url,
    WECOM_ROBOT_URL: `${simulator.url}/cgi-bin/webhook/send?key=${robotKey}`,
    WECOM_TOKEN: token,
    WECOM_AES_KEY: encodingAesKey,
    SENDS_FILE: ':memory:',
  };
}

async function play(simulator: Simulator, app: INestApplication): Promise<DemoReport> {
  const { port } = app.getHttpServer().address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const report = new DemoReport();
  await playAlerts(simulator, url, report);
  await playApproval(simulator, url, report);
  return report;
}

async function playAlerts(simulator: Simulator, url: string, report: DemoReport): Promise<void> {
  const received = (who: string) => simulator.deliveredTo(who).length;

  const first = await raise(url, { id: 'disk-1', text: '磁盘将满', to: 'zhangsan|wangwu' });
  report.check('an alert is sent to people and to the group', isSent(first) && received(robotKey) === 1);
  report.check('whoever was not reached is named: wangwu', first.people.dropped?.join() === 'wangwu');

  await raise(url, { id: 'disk-1', text: '磁盘将满', to: 'zhangsan|wangwu' });
  report.check('the same alert again is told once', received('zhangsan') === 1 && received(robotKey) === 1);

  simulator.faults.add({ kind: 'cut-after', path: '/cgi-bin/message/send', times: 1 });
  const second = await raise(url, { id: 'disk-2', text: '磁盘已满', to: 'lisi' });
  const repeated = second.people.attempts === 2 && received('lisi') === 1;
  report.check('an answer that was lost: two requests, one message', repeated);

  simulator.faults.add({ kind: 'cut-after', path: '/cgi-bin/webhook/send', times: 1 });
  const third = await raise(url, { id: 'disk-3', text: '磁盘已换', to: 'lisi' });
  const isOpen = third.group.state === 'unknown' && received(robotKey) === 3;
  report.check('a robot cannot tell a repetition: one request, and nobody guesses', isOpen);
}

async function playApproval(simulator: Simulator, url: string, report: DemoReport): Promise<void> {
  const { callbacks } = simulator;
  const account = { corpId, agentId };
  callbacks.configure(account, { url: `${url}/wecom/callback`, token, encodingAesKey });
  report.check('the console takes the address', (await callbacks.verify(account)).ok);
  const before = simulator.deliveredTo('zhangsan').length;
  const info = { ThirdNo: '202611300001', OpenSpName: '年假', OpenSpStatus: 2, ApplyUserId: 'zhangsan' };
  const event = { FromUserName: 'sys', MsgType: 'event', Event: 'open_approval_change', ApprovalInfo: info };
  const exchanges = await callbacks.push(account, event, { repeats: 2 });
  report.check(
    'an approval is told three times, and each time taken',
    exchanges.every(({ received }) => received),
  );
  const told = await eventually(() => simulator.deliveredTo('zhangsan').length === before + 1);
  report.check('its applicant hears of it once', told);
}

function isSent({ people, group }: AlertReport): boolean {
  return people.state === 'sent' && group.state === 'sent';
}

async function raise(url: string, alert: object): Promise<AlertReport> {
  const response = await fetch(`${url}/alerts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(alert),
  });
  return (await response.json()) as AlertReport;
}

/** The callback is answered before its handler is through. */
async function eventually(isTrue: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 100 && !isTrue(); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return isTrue();
}
