import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SimulatorOptions } from '../options/options.js';
import type { Simulator } from '../simulator.js';
import { startSimulator } from '../start-simulator.js';

const openid = 'oTEST000000000000000000001';
const appId = 'wx0000000000000001';
const started: Simulator[] = [];
let folder: string;
let journalFile: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wetempo-journal-'));
  journalFile = join(folder, 'deliveries.jsonl');
});

afterEach(async () => {
  for (const simulator of started.splice(0)) await simulator.close();
  rmSync(folder, { recursive: true });
});

async function start(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator({ journalFile, ...options });
  started.push(simulator);
  return simulator;
}

async function send(simulator: Simulator, clientMsgId: string): Promise<string> {
  const token = await tokenOf(simulator);
  const response = await fetch(`${simulator.url}/cgi-bin/message/template/send?access_token=${token}`, {
    method: 'POST',
    body: JSON.stringify({
      touser: openid,
      template_id: 'T1',
      client_msg_id: clientMsgId,
      data: { thing1: { value: '一😀' } },
    }),
  });
  return response.text();
}

async function tokenOf(simulator: Simulator): Promise<string> {
  const secret = 'SECRET00000000000000000000000001';
  const query = `grant_type=client_credential&appid=${appId}&secret=${secret}`;
  const response = await fetch(`${simulator.url}/cgi-bin/token?${query}`);
  return ((await response.json()) as { access_token: string }).access_token;
}

describe('the journal of deliveries', () => {
  it('gives the next simulator what was delivered, and the client_msg_id of it', async () => {
    await send(await start(), 'M1');
    const next = await start();
    expect(next.deliveries).toMatchObject([{ clientMsgId: 'M1', openid, msgid: '2000000000000000001' }]);
    expect(await send(next, 'M1')).toContain('"msgid":2000000000000000001');
    expect(await send(next, 'M2')).toContain('"msgid":2000000000000000002');
    expect(next.deliveries).toHaveLength(2);
  });

  it('remembers no longer than the platform does', async () => {
    await send(await start({ clock: { speed: 0, startMs: 0 } }), 'M1');
    const next = await start({ clock: { speed: 0, startMs: 600_000 } });
    expect(await send(next, 'M1')).toContain('"msgid":2000000000000000002');
  });

  it('drops a line that was cut off, and goes on after it', async () => {
    await send(await start(), 'M1');
    appendFileSync(journalFile, '{"openid":"一');
    await send(await start(), 'M2');
    expect((await start()).deliveries.map(({ clientMsgId }) => clientMsgId)).toEqual(['M1', 'M2']);
  });

  it('is emptied by a reset', async () => {
    const simulator = await start();
    await send(simulator, 'M1');
    simulator.reset();
    expect((await start()).deliveries).toEqual([]);
  });
});
