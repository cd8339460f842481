import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { APP_ID, Caller, message, OPENID, SEND } from '../../test/support/caller.js';
import type { Simulator } from '../simulator.js';
import { startSimulator } from '../start-simulator.js';
import type { Fault } from './fault.js';

let simulator: Simulator;
let caller: Caller;
let token: string;

beforeEach(async () => {
  simulator = await startSimulator();
  caller = new Caller(simulator);
  token = await caller.stableToken();
});

afterEach(() => simulator.close());

function sendRaw(init: RequestInit = {}): Promise<Response> {
  return caller.raw(
    SEND,
    { access_token: token },
    { method: 'POST', body: JSON.stringify(message()), ...init },
  );
}

describe('a fault that cuts the connection', () => {
  it.each([
    ['refuse', 0],
    ['cut-before', 0],
    ['cut-after', 1],
  ] as const)('%s gives no answer and delivers %i', async (kind, delivered) => {
    const fault = simulator.faults.add({ kind, times: 1 });
    await expect(sendRaw()).rejects.toThrow('fetch failed');
    expect(fault.hits).toBe(1);
    expect(simulator.deliveries).toHaveLength(delivered);
    expect((await sendRaw()).status).toBe(200);
  });

  it('cut-mid-answer delivers and stops in the middle of the body', async () => {
    simulator.faults.add({ kind: 'cut-mid-answer', keepBytes: 5 });
    const response = await sendRaw();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
    expect(simulator.deliveries).toHaveLength(1);
  });

  it('refuse is drawn for new connections, and for old ones when they are used again', async () => {
    const fault = simulator.faults.add({ kind: 'refuse' });
    for (let turn = 0; turn < 3; turn += 1) await expect(sendRaw()).rejects.toThrow();
    expect(fault.hits).toBe(3);
    expect(simulator.hits(SEND)).toBe(0);
  });
});

describe('hang', () => {
  it.each([
    [true, 1],
    [false, 0],
  ])('never answers; with processed %s it delivers %i', async (processed, delivered) => {
    simulator.faults.add({ kind: 'hang', processed });
    await expect(sendRaw({ signal: AbortSignal.timeout(500) })).rejects.toThrow('timeout');
    expect(simulator.deliveries).toHaveLength(delivered);
    expect(simulator.requests.at(-1)).toMatchObject({ fault: 'hang' });
    expect(simulator.requests.at(-1)).not.toHaveProperty('status');
  });
});

describe('slow', () => {
  it('delivers at once and answers late', async () => {
    simulator.faults.add({ kind: 'slow', delayMs: 200 });
    const startedAt = performance.now();
    const answer = sendRaw();
    await expect.poll(() => simulator.deliveries.length, { timeout: 10_000 }).toBe(1);
    expect((await answer).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThan(190);
  });
});

describe('a fault that answers something else', () => {
  it('status: any status with its headers, not processed', async () => {
    simulator.faults.add({ kind: 'status', status: 503, headers: { 'retry-after': '7' }, body: 'busy' });
    const response = await sendRaw();
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
      503,
      '7',
      'busy',
    ]);
    expect(simulator.deliveries).toHaveLength(0);
  });

  it('status: processed where that is asked for', async () => {
    simulator.faults.add({ kind: 'status', status: 502, processed: true });
    expect((await sendRaw()).status).toBe(502);
    expect(simulator.deliveries).toHaveLength(1);
  });

  it.each([undefined, 200, 429])('html: a page under status %s', async (status) => {
    simulator.faults.add({ kind: 'html', status });
    const response = await sendRaw();
    expect([response.status, response.headers.get('content-type')]).toEqual([status ?? 502, 'text/html']);
    expect(await response.text()).toMatch(/^<html>/);
  });

  it('errcode: the usual text of the code, or one of your own', async () => {
    simulator.faults.add({ kind: 'errcode', errcode: 45011, times: 1 });
    simulator.faults.add({ kind: 'errcode', errcode: 12345, errmsg: 'strange' });
    const first = await sendRaw();
    expect([first.status, await first.json()]).toEqual([
      200,
      { errcode: 45011, errmsg: expect.stringMatching(/^api minute-quota reach limit .* rid: /) },
    ]);
    expect(await (await sendRaw()).json()).toMatchObject({
      errcode: 12345,
      errmsg: expect.stringMatching(/^strange rid/),
    });
  });

  it.each([
    ['a BOM', '\ufeff{{answer}}', '\ufeff{"errcode":0,"errmsg":"ok","msgid":2000000000000000001}'],
    ['raw control characters', '{"errmsg":"a\u0001\n"}', '{"errmsg":"a\u0001\n"}'],
    ['no msgid', '{"errcode":0,"errmsg":"ok"}', '{"errcode":0,"errmsg":"ok"}'],
    ['nothing', '', ''],
  ])('body: %s, processed', async (_what, body, expected) => {
    simulator.faults.add({ kind: 'body', body, contentType: 'text/plain' });
    const response = await sendRaw();
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(Buffer.from(await response.arrayBuffer()).toString('utf8')).toBe(expected);
    expect(simulator.deliveries).toHaveLength(1);
  });

  it('body: bytes as they are', async () => {
    simulator.faults.add({ kind: 'body', body: new Uint8Array([0xff, 0x00, 0x7b]), processed: false });
    expect([...new Uint8Array(await (await sendRaw()).arrayBuffer())]).toEqual([0xff, 0x00, 0x7b]);
    expect(simulator.deliveries).toHaveLength(0);
  });

  it('content-type: the real answer under another type', async () => {
    simulator.faults.add({ kind: 'content-type', contentType: 'text/plain' });
    const response = await sendRaw();
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(await response.json()).toMatchObject({ errcode: 0 });
  });
});

describe('which requests a fault strikes', () => {
  it('goes by path, account and openid', async () => {
    const elsewhere = '/cgi-bin/tags/get';
    simulator.faults.add({ kind: 'errcode', errcode: 1, path: elsewhere });
    simulator.faults.add({ kind: 'errcode', errcode: 2, appId: 'wxOTHER' });
    simulator.faults.add({ kind: 'errcode', errcode: 3, openid: 'oTEST000000000000000000002' });
    simulator.faults.add({ kind: 'errcode', errcode: 4, appId: APP_ID, openid: OPENID, path: SEND });
    expect(await caller.get(elsewhere, { access_token: token })).toMatchObject({ errcode: 1 });
    expect(await (await sendRaw()).json()).toMatchObject({ errcode: 4 });
  });

  it('lets `after` requests pass and strikes `times`', async () => {
    const fault = simulator.faults.add({ kind: 'errcode', errcode: -1, path: SEND, after: 1, times: 2 });
    const errcodes: unknown[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      errcodes.push(((await (await sendRaw()).json()) as { errcode: number }).errcode);
    }
    expect(errcodes).toEqual([0, -1, -1, 0, 0]);
    expect(fault.hits).toBe(2);
  });

  it('draws the same requests again under the same seed', async () => {
    const draw = async (seed: number) => {
      const other = await startSimulator({ seed });
      other.faults.add({ kind: 'errcode', errcode: 1, probability: 0.3 });
      const struck: boolean[] = [];
      for (let turn = 0; turn < 40; turn += 1) struck.push((await new Caller(other).get('/x')).errcode === 1);
      await other.close();
      return struck;
    };
    const first = await draw(7);
    expect(await draw(7)).toEqual(first);
    expect(await draw(8)).not.toEqual(first);
    expect(first.filter(Boolean).length).toBeGreaterThan(2);
    expect(first.filter(Boolean).length).toBeLessThan(30);
  });

  it('ends when the fault is removed or all are cleared', async () => {
    const fault = simulator.faults.add({ kind: 'errcode', errcode: 1 });
    simulator.faults.add({ kind: 'errcode', errcode: 2 });
    fault.remove();
    expect(await (await sendRaw()).json()).toMatchObject({ errcode: 2 });
    simulator.faults.clear();
    expect(await (await sendRaw()).json()).toMatchObject({ errcode: 0 });
  });

  it('shows in the log of requests', async () => {
    simulator.faults.add({ kind: 'cut-after', times: 1 });
    await sendRaw().catch(() => {});
    expect(simulator.requests.at(-1)).toMatchObject({ path: SEND, fault: 'cut-after', token });
    expect(simulator.requests.at(-1)).not.toHaveProperty('status');
  });
});

describe('a fault that is described wrongly', () => {
  it.each([
    ['fault', null],
    ['fault.kind', { kind: 'explode' }],
    ['fault.kind', {}],
    ['fault.path', { kind: 'refuse', path: SEND }],
    ['fault.probability', { kind: 'cut-after', probability: 1.1 }],
    ['fault.times', { kind: 'cut-after', times: -1 }],
    ['fault.errcode', { kind: 'errcode' }],
    ['fault.errcode', { kind: 'errcode', errcode: 0 }],
    ['fault.status', { kind: 'status', status: 42 }],
    ['fault.delayMs', { kind: 'slow' }],
    ['fault.body', { kind: 'body' }],
    ['fault.headers.a', { kind: 'status', status: 500, headers: { a: 1 } }],
  ])('is refused with the name %s', (path, fault) => {
    expect(() => simulator.faults.add(fault as unknown as Fault)).toThrow(expect.objectContaining({ path }));
  });
});

describe('unplug', () => {
  it('closes the port until plug opens the same one again, and forgets nothing', async () => {
    await simulator.unplug();
    await expect(sendRaw()).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    await simulator.plug();
    expect(await (await sendRaw()).json()).toMatchObject({ errcode: 0 });
  });
});
