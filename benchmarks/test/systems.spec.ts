import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_APP_ID, DEFAULT_APP_SECRET, type Simulator, startSimulator } from '@wetempo/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messageOf } from '../src/message.mjs';
import { type OpenSystem, type SystemTarget, systems } from '../src/systems/index.mjs';

/** The others of Wetempo differ only in their stores. */
const names = Object.keys(systems).filter((name) => !/^wetempo-(?!memory)/.test(name));
/** These give their callers a message's id to the last digit. */
const exact = ['co-wechat-api', 'wetempo-memory'];
const nobody = 'oNobodyFollowsUnderThisName0';

let platform: Simulator;
let target: SystemTarget;
const open = new Map<string, OpenSystem>();

async function systemOf(name: string): Promise<OpenSystem> {
  const module = await systems[name]?.();
  const system = open.get(name) ?? (await module?.open(target));
  if (system === undefined) throw new Error(`no system is called ${name}`);
  open.set(name, system);
  return system;
}

beforeAll(async () => {
  const followers = (openid: string) => openid !== nobody;
  platform = await startSimulator({
    accounts: [{ appId: DEFAULT_APP_ID, appSecret: DEFAULT_APP_SECRET, followers }],
  });
  const folder = await mkdtemp(join(tmpdir(), 'wetempo-systems-'));
  target = { baseUrl: platform.url, appId: DEFAULT_APP_ID, appSecret: DEFAULT_APP_SECRET, folder };
});
afterAll(async () => {
  for (const system of open.values()) await system.close();
  await platform.close();
  await rm(target.folder, { recursive: true });
});

describe.each(names)('the system %s', (name) => {
  it('delivers the fields of the message, and fetches one token for all it sends', async () => {
    const { send } = await systemOf(name);
    const first = platform.deliveries.length;
    const tokens = platform.requests.filter(({ path }) => /token$/.test(path)).length;
    for (const n of [1, 2]) await send(messageOf(n), `${name}-${n}`);
    const payloads = platform.deliveries.slice(first).map(({ payload }) => payload);
    const idOf = (n: number) => (name === 'co-wechat-api' ? {} : { client_msg_id: `${name}-${n}` });
    expect(payloads).toEqual([1, 2].map((n) => ({ ...messageOf(n), ...idOf(n) })));
    expect(platform.requests.filter(({ path }) => /token$/.test(path))).toHaveLength(tokens + 1);
  });

  it('rejects where the platform answers an errcode', async () => {
    const { send } = await systemOf(name);
    const refused = { ...messageOf(3), touser: nobody };
    await expect(send(refused, `${name}-3`)).rejects.toThrow(/43004|require subscribe/);
  });

  it(`tells the msgid ${exact.includes(name) ? 'to the last digit' : 'rounded'}`, async () => {
    const { send } = await systemOf(name);
    const told = [await send(messageOf(4), `${name}-4`), await send(messageOf(5), `${name}-5`)];
    const isExact = told.every((msgid, index) => String(msgid) === platform.deliveries.at(index - 2)?.msgid);
    expect(isExact).toBe(exact.includes(name));
  });
});
