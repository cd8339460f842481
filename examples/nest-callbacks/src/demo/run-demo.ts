import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { type Simulator, startSimulator } from '@wetempo/simulator';
import { Orders } from '../orders.js';
import { startApp } from '../start-app.js';
import { DemoReport } from './demo-report.js';

const appId = 'wx0000000000000001';
const appSecret = 'demo-secret';
const follower = 'oFOLLOWER00000000000000001';
const order = '20260001';
const token = randomBytes(12).toString('hex');
const encodingAesKey = randomBytes(32).toString('base64').slice(0, 43).replace(/[+/]/g, 'A');

/**
 * Lets a simulated platform push at the app, encrypted and signed as the real one does, and each message several times.
 *
 * @returns the exit code: 0 where everything came out as it should
 */
export async function runDemo(): Promise<number> {
  const simulator = await startSimulator({ accounts: [{ appId, appSecret, followers: [follower] }] });
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
    WECHAT_APPID: appId,
    WECHAT_SECRET: appSecret,
    WECHAT_BASE_URL: simulator.url,
    WECHAT_TOKEN: token,
    WECHAT_AES_KEY: encodingAesKey,
    SENDS_FILE: ':memory:',
  };
}

async function play(simulator: Simulator, app: INestApplication): Promise<DemoReport> {
  const { port } = app.getHttpServer().address() as AddressInfo;
  const { callbacks } = simulator;
  const report = new DemoReport();
  callbacks.configure(appId, { url: `http://127.0.0.1:${port}/wechat/callback`, token, encodingAesKey });
  const push = async (title: string, content: object, repeats = 0) =>
    report.add(title, await callbacks.push(appId, { FromUserName: follower, ...content }, { repeats }));

  report.check('the console takes the address', (await callbacks.verify(appId)).ok);
  await push('somebody follows', { MsgType: 'event', Event: 'subscribe', EventKey: 'qrscene_shop-7' });
  await push('a text', { MsgType: 'text', Content: '你好' });
  await push('an order number, three times', { MsgType: 'text', Content: order }, 2);
  await callbacks.settled();
  report.check('one message went out', simulator.deliveredTo(follower).length === 1);
  report.check('its receipt settled it', (await app.get(Orders).noticeOf(follower, order)) === 'delivered');
  await push('the order number again', { MsgType: 'text', Content: order });
  await push('an event that nobody knows', { MsgType: 'event', Event: 'moon_landing_event' });
  return report;
}
