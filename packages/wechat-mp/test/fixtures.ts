import { type Simulator, type SimulatorOptions, startSimulator } from '@wetempo/simulator';
import { onTestFinished } from 'vitest';
import { WechatMp, type WechatMpOptions } from '../src/index.js';

export const appId = 'wx0000000000000001';
export const appSecret = 'SEC1_aaaaaaaaaaaaaaaaaaaaaaaaaaaa';
export const openid = (n: number) => `oTEST${String(n).padStart(23, '0')}`;

/** A platform and a client of it, both closed when the test ends. */
export async function platformAndClient(
  options: Partial<WechatMpOptions> = {},
  simulatorOptions: SimulatorOptions = {},
): Promise<{ simulator: Simulator; mp: WechatMp }> {
  const simulator = await platform(simulatorOptions);
  return { simulator, mp: clientOf(simulator, options) };
}

export async function platform(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator({ accounts: [{ appId, appSecret }], ...options });
  onTestFinished(() => simulator.close());
  return simulator;
}

/** Short waits where the real ones would only make tests slow; nothing else differs from the defaults. */
export function clientOf(simulator: Simulator, options: Partial<WechatMpOptions> = {}): WechatMp {
  const mp = new WechatMp({
    appId,
    appSecret,
    baseUrl: simulator.url,
    sendStore: 'memory',
    retry: { baseMs: 20, capMs: 200 },
    ...options,
  });
  onTestFinished(() => mp.close());
  return mp;
}

/** The body of a template message to the n-th follower. */
export function message(n: number, thing = '测试') {
  return { touser: openid(n), template_id: 'TEMPLATE-1', data: { thing1: { value: thing } } };
}
