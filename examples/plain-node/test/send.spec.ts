import { resolve } from 'node:path';
import { DEFAULT_APP_ID, DEFAULT_APP_SECRET, type Simulator, startSimulator } from '@wetempo/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from '../../../test/support/run-program.js';

const folder = resolve(import.meta.dirname, '..');
const openid = 'oTEST000000000000000000001';

describe('the plain script', () => {
  let simulator: Simulator;
  beforeAll(async () => {
    simulator = await startSimulator();
  });
  afterAll(() => simulator.close());

  function send(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    return runProgram(folder, process.execPath, ['send.mjs', ...args], {
      WECHAT_APPID: DEFAULT_APP_ID,
      WECHAT_SECRET: DEFAULT_APP_SECRET,
      WECHAT_BASE_URL: simulator.url,
      ...env,
    });
  }

  it('sends its message and says under which id', async () => {
    const { exitCode, output } = await send([openid, 'TEMPLATE-1']);
    expect(output).toContain('sent as 2000000000000000001');
    expect(exitCode).toBe(0);
    expect(simulator.deliveredTo(openid)).toMatchObject([{ clientMsgId: 'order-1024-ready' }]);
  });

  it('names what is missing in the environment, and never the secret', async () => {
    const { exitCode, output } = await send([openid, 'TEMPLATE-1'], { WECHAT_APPID: '' });
    expect(exitCode).not.toBe(0);
    expect(output).toContain('appId');
    expect(output).not.toContain(DEFAULT_APP_SECRET);
  });

  it('names the field that is wrong, and sends nothing', async () => {
    const before = simulator.deliveries.length;
    const { exitCode, output } = await send(['', 'TEMPLATE-1']);
    expect(exitCode).not.toBe(0);
    expect(output).toContain('touser');
    expect(simulator.deliveries).toHaveLength(before);
  });
});
