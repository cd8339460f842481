import { DEFAULT_APP_ID, DEFAULT_APP_SECRET, type Simulator, startSimulator } from '@wetempo/simulator';
import { startApp } from '../start-app.js';
import { DemoReport } from './demo-report.js';
import { ShopVisitor } from './shop-visitor.js';

const appId = DEFAULT_APP_ID;
const template = 'ORDER-PAID-0000000000000000000000000000000';
const person = 'oVISITOR000000000000000001';
const sendPath = '/cgi-bin/message/subscribe/send';

/**
 * Starts a simulated platform and the app, and lets one person visit the shop.
 *
 * @returns the exit code: 0 where everything came out as it should
 */
export async function runDemo(): Promise<number> {
  const simulator = await startSimulator();
  const app = await startApp(demoEnv(simulator), 0, '127.0.0.1');
  const report = new DemoReport();
  try {
    const visitor = new ShopVisitor(await app.getUrl());
    await logIn(simulator, visitor, report);
    await write(visitor, report);
    await buy(simulator, visitor, report);
    return report.exitCode;
  } finally {
    await app.close();
    await simulator.close();
  }
}

function demoEnv(simulator: Simulator): NodeJS.ProcessEnv {
  return {
    WECHAT_APPID: appId,
    WECHAT_SECRET: DEFAULT_APP_SECRET,
    WECHAT_BASE_URL: simulator.url,
    WECHAT_TEMPLATE_ID: template,
    SENDS_FILE: ':memory:',
  };
}

async function logIn(simulator: Simulator, visitor: ShopVisitor, report: DemoReport): Promise<void> {
  report.check('an order without a login', (await visitor.post('/orders', { item: '茶' })).status, 401);
  const code = simulator.users.login(appId, person);
  const taps = await Promise.all([visitor.login(code), visitor.login(code)]);
  report.check('a login, tapped twice', taps.map(({ status }) => status).join(' and '), '200 and 200');
  report.check('requests to WeChat for it', simulator.hits('/sns/jscode2session'), 1);
  report.check('the same code later on', (await visitor.login(code)).status, 401);
  const phoneCode = simulator.users.sharePhone(appId, person, '13800000000');
  const { body } = await visitor.post('/phone', { code: phoneCode });
  report.check('the phone number', body.phoneNumber, '13800000000');
}

async function write(visitor: ShopVisitor, report: DemoReport): Promise<void> {
  const state = async (text: string) => (await visitor.post('/comments', { text })).body.state;
  report.check('a comment', await state('茶很好喝'), 'published');
  report.check('a comment that breaks the rules', await state('违规内容'), 'refused');
}

async function buy(simulator: Simulator, visitor: ShopVisitor, report: DemoReport): Promise<void> {
  const first = await visitor.order('乌龙茶');
  report.check('an order, no message agreed to', await visitor.paid(first), 'not subscribed');

  simulator.users.grant(appId, person, template, 2);
  const second = await visitor.order('龙井茶');
  report.check('an order, messages agreed to', await visitor.paid(second), 'sent');
  const again = await Promise.all([visitor.paid(second), visitor.paid(second)]);
  report.check('its payment, told twice more', again.join(' and '), 'sent before and sent before');

  simulator.faults.add({ kind: 'cut-after', path: sendPath, times: 1 });
  const third = await visitor.order('普洱茶');
  report.check('an order, the answer lost', await visitor.paid(third), 'unknown');
  report.check('its payment, told once more', await visitor.paid(third), 'unknown');
  report.check('messages that reached the phone', simulator.deliveredTo(person).length, 2);
}
