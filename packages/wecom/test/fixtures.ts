import {
  DEFAULT_AGENT_ID,
  DEFAULT_CORP_ID,
  DEFAULT_CORP_SECRET,
  SECOND_AGENT_ID,
  SECOND_CORP_SECRET,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '@wetempo/simulator';
import { onTestFinished } from 'vitest';
import { GroupRobot, type GroupRobotOptions, Wecom, type WecomOptions } from '../src/index.js';

export const corpId = DEFAULT_CORP_ID;
export const agentId = DEFAULT_AGENT_ID;
export const corpSecret = DEFAULT_CORP_SECRET;
/** Another app of the same company. */
export const otherApp = { agentId: SECOND_AGENT_ID, corpSecret: SECOND_CORP_SECRET };
export const robotKey = '693a91f6-7a00-4bc4-97a0-0ec2sifa5aaa';

export const sendPath = '/cgi-bin/message/send';
export const robotPath = '/cgi-bin/webhook/send';
export const tokenPath = '/cgi-bin/gettoken';

export async function platform(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator(options);
  onTestFinished(() => simulator.close());
  return simulator;
}

/** Short waits where the real ones would only make tests slow; nothing else differs from the defaults. */
const quick = { sendStore: 'memory', retry: { baseMs: 20, capMs: 200 } } as const;

export function clientOf(simulator: Simulator, options: Partial<WecomOptions> = {}): Wecom {
  const wecom = leftOpen(simulator, options);
  onTestFinished(() => wecom.close());
  return wecom;
}

/** For a process that dies: nobody closes its client. */
export function leftOpen(simulator: Simulator, options: Partial<WecomOptions> = {}): Wecom {
  return new Wecom({ corpId, agentId, corpSecret, baseUrl: simulator.url, ...quick, ...options });
}

export function robotOf(simulator: Simulator, options: Partial<GroupRobotOptions> = {}): GroupRobot {
  const robot = new GroupRobot({
    webhookUrl: `${simulator.url}${robotPath}?key=${robotKey}`,
    ...quick,
    ...options,
  } as GroupRobotOptions);
  onTestFinished(() => robot.close());
  return robot;
}

/** A platform and a client of it, both closed when the test ends. */
export async function platformAndClient(
  options: Partial<WecomOptions> = {},
  simulatorOptions: SimulatorOptions = {},
): Promise<{ simulator: Simulator; wecom: Wecom }> {
  const simulator = await platform(simulatorOptions);
  return { simulator, wecom: clientOf(simulator, options) };
}

export function textTo(touser: string, content = '磁盘将满') {
  return { touser, msgtype: 'text', text: { content } } as const;
}

/** Bodies of the requests for a path, in the order in which they came. */
export function bodiesOf(simulator: Simulator, path: string): string[] {
  return simulator.requests.filter((entry) => entry.path === path).map(({ body }) => JSON.stringify(body));
}
