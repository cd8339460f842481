import { type Simulator, type SimulatorOptions, startSimulator } from '@wetempo/simulator';
import { onTestFinished } from 'vitest';
import { MiniProgram, type MiniProgramOptions } from '../src/index.js';

export const appId = 'wx0000000000000001';
export const appSecret = 'SEC1_aaaaaaaaaaaaaaaaaaaaaaaaaaaa';
export const openid = (n: number) => `oTEST${String(n).padStart(23, '0')}`;

/** A platform and a client of it, both closed when the test ends. */
export async function platformAndClient(
  options: Partial<MiniProgramOptions> = {},
  simulatorOptions: SimulatorOptions = {},
): Promise<{ simulator: Simulator; mini: MiniProgram }> {
  const simulator = await startSimulator({ accounts: [{ appId, appSecret }], ...simulatorOptions });
  onTestFinished(() => simulator.close());
  return { simulator, mini: clientAt(simulator.url, options) };
}

/** Short waits where the real ones would only make tests slow; nothing else differs from the defaults. */
export function clientAt(baseUrl: string, options: Partial<MiniProgramOptions> = {}): MiniProgram {
  const retry = { baseMs: 20, capMs: 200 };
  const mini = new MiniProgram({ appId, appSecret, baseUrl, sendStore: 'memory', retry, ...options });
  onTestFinished(() => mini.close());
  return mini;
}

/** What a subscription message to the n-th person says. */
export function subscription(n: number, thing = '测试') {
  return { touser: openid(n), template_id: 'TEMPLATE-1', data: { thing1: { value: thing } } };
}
