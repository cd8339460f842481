import { afterEach, describe, expect, it } from 'vitest';
import { APP_ID, Caller, message, OPENID, SEND } from '../../test/support/caller.js';
import { DEFAULT_APP_SECRET, type SimulatorOptions } from '../options/options.js';
import type { Simulator } from '../simulator.js';
import { startSimulator } from '../start-simulator.js';

const account = { appId: APP_ID, appSecret: DEFAULT_APP_SECRET };
const MINUTE_MS = 60_000;
/** The time stands at the start of a minute. */
const clock = { speed: 0, startMs: Date.UTC(2026, 0, 1, 4) };

let simulator: Simulator;
afterEach(() => simulator.close());

async function start(options: SimulatorOptions = {}): Promise<Caller> {
  simulator = await startSimulator(options);
  return new Caller(simulator);
}

describe('POST /cgi-bin/message/template/send', () => {
  it('delivers the message under a msgid that does not fit a JavaScript number', async () => {
    const caller = await start();
    const response = await caller.raw(
      SEND,
      { access_token: await caller.stableToken() },
      { method: 'POST', body: JSON.stringify(message({ client_msg_id: 'order-42' })) },
    );
    expect(response.headers.get('content-type')).toBe('application/json; encoding=utf-8');
    expect(await response.text()).toBe('{"errcode":0,"errmsg":"ok","msgid":2000000000000000001}');
    const [delivery] = simulator.deliveries;
    expect(delivery).toMatchObject({
      appId: APP_ID,
      openid: OPENID,
      path: SEND,
      msgid: '2000000000000000001',
      clientMsgId: 'order-42',
      payload: message({ client_msg_id: 'order-42' }),
    });
    expect(simulator.requests.find(({ number }) => number === delivery?.requestNumber)?.path).toBe(SEND);
  });

  it('counts msgids up, also past a reset', async () => {
    const caller = await start({ firstMsgid: '9007199254740993' });
    await caller.send();
    await caller.send();
    expect(simulator.deliveries.map(({ msgid }) => msgid)).toEqual(['9007199254740993', '9007199254740994']);
    simulator.reset();
    expect(simulator.deliveries).toEqual([]);
    await caller.send();
    expect(simulator.deliveries.map(({ msgid }) => msgid)).toEqual(['9007199254740995']);
  });

  it.each([
    ['40003', { touser: 'not-an-openid' }],
    ['40003', { touser: '' }],
    ['40003', { touser: 7 }],
    ['40003', { touser: `${OPENID}\n` }],
    ['40037', { template_id: '' }],
    ['40037', { template_id: undefined }],
    ['47003', { data: undefined }],
    ['47003', { data: [] }],
    ['47001', { client_msg_id: 7 }],
  ])('answers %s for %j and delivers nothing', async (errcode, changes) => {
    const caller = await start();
    expect(await caller.send(changes)).toMatchObject({ errcode: Number(errcode) });
    expect(simulator.deliveries).toEqual([]);
  });

  it('answers 47003 with the name of the field that breaks its rule', async () => {
    const caller = await start();
    const answer = await caller.send({ data: { thing1: { value: 'x'.repeat(21) } } });
    expect(answer).toMatchObject({ errcode: 47003 });
    expect(answer.errmsg).toMatch(
      /^argument invalid! data\.thing1\.value invalid rid: [0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}$/,
    );
  });

  it('answers 47003 for a field that the template names and the message lacks', async () => {
    const templates = [{ id: 'T1', content: '{{thing1.DATA}} {{amount2.DATA}}' }];
    const caller = await start({ accounts: [{ ...account, templates }] });
    expect(await caller.send({ template_id: 'T1' })).toMatchObject({
      errcode: 47003,
      errmsg: expect.stringContaining('data.amount2.value'),
    });
  });

  it('answers 40037 for a template that is not among those given', async () => {
    const caller = await start({ accounts: [{ ...account, templates: ['T1'] }] });
    expect(await caller.send({ template_id: 'T1' })).toMatchObject({ errcode: 0 });
    expect(await caller.send({ template_id: 'T2' })).toMatchObject({ errcode: 40037 });
  });

  it.each([
    ['a list', [OPENID]],
    ['a function', (openid: string) => openid === OPENID],
  ])('answers 43004 to those who do not follow, given as %s', async (_form, followers) => {
    const caller = await start({ accounts: [{ ...account, followers }] });
    expect(await caller.send()).toMatchObject({ errcode: 0 });
    expect(await caller.send({ touser: 'oTEST000000000000000000002' })).toMatchObject({ errcode: 43004 });
  });

  it('answers 47001 for a body that is not JSON, 44002 for none and 43002 for a GET', async () => {
    const caller = await start();
    const query = { access_token: await caller.stableToken() };
    const broken = await caller.raw(SEND, query, { method: 'POST', body: '{"touser":' });
    expect(await broken.json()).toMatchObject({ errcode: 47001 });
    const empty = await caller.raw(SEND, query, { method: 'POST' });
    expect(await empty.json()).toMatchObject({ errcode: 44002 });
    expect(await caller.get(SEND, query)).toMatchObject({ errcode: 43002 });
  });
});

describe('client_msg_id', () => {
  it('delivers once and answers the first msgid again for ten minutes', async () => {
    const caller = await start({ clock });
    await caller.send({ client_msg_id: 'c1' });
    simulator.clock.advance(10 * MINUTE_MS - 1);
    expect(await caller.send({ client_msg_id: 'c1' })).toMatchObject({ errcode: 0 });
    expect(simulator.deliveries).toHaveLength(1);
    simulator.clock.advance(1);
    await caller.send({ client_msg_id: 'c1' });
    expect(simulator.deliveries).toHaveLength(2);
  });

  it('is told apart by openid', async () => {
    const caller = await start();
    await caller.send({ client_msg_id: 'c1' });
    await caller.send({ client_msg_id: 'c1', touser: 'oTEST000000000000000000002' });
    expect(simulator.deliveries).toHaveLength(2);
  });

  it('answers an errcode to a repetition where that is asked for', async () => {
    const caller = await start({ duplicateAnswer: 43116 });
    await caller.send({ client_msg_id: 'c1' });
    expect(await caller.send({ client_msg_id: 'c1' })).toMatchObject({ errcode: 43116 });
    expect(simulator.deliveries).toHaveLength(1);
  });

  it('delivers once when the copies arrive together', async () => {
    const caller = await start();
    await Promise.all(Array.from({ length: 20 }, () => caller.send({ client_msg_id: 'c1' })));
    expect(simulator.deliveries).toHaveLength(1);
  });
});

describe('the limits', () => {
  it('answers 45009 when the day is used up, until midnight in Beijing', async () => {
    const caller = await start({ clock, limits: { perEndpointPerDay: { [SEND]: 2 } } });
    await caller.send();
    await caller.send();
    expect(await caller.send()).toMatchObject({ errcode: 45009 });
    simulator.clock.advance(12 * 60 * MINUTE_MS);
    expect(await caller.send()).toMatchObject({ errcode: 0 });
  });

  it('answers 45011 when the clock minute is used up, until the next one begins', async () => {
    const caller = await start({ clock, limits: { perEndpointPerMinute: { [SEND]: 1 } } });
    simulator.clock.advance(59_000);
    await caller.send();
    expect(await caller.send()).toMatchObject({ errcode: 45011 });
    simulator.clock.advance(1_000);
    expect(await caller.send()).toMatchObject({ errcode: 0 });
  });

  it('answers 43117 to one more message for an openid within 60 seconds', async () => {
    const caller = await start({ clock, limits: { perOpenidPerMinute: 2 } });
    await caller.send();
    simulator.clock.advance(30_000);
    await caller.send();
    expect(await caller.send()).toMatchObject({ errcode: 43117 });
    expect(await caller.send({ touser: 'oTEST000000000000000000002' })).toMatchObject({ errcode: 0 });
    simulator.clock.advance(30_000);
    expect(await caller.send()).toMatchObject({ errcode: 0 });
    expect(await caller.send()).toMatchObject({ errcode: 43117 });
  });

  it('counts each account by itself', async () => {
    const accounts = [account, { appId: 'wxB', appSecret: 'b' }];
    const caller = await start({
      accounts,
      clock: { speed: 0 },
      limits: { perEndpointPerDay: { [SEND]: 1 } },
    });
    await caller.send();
    expect(await caller.send()).toMatchObject({ errcode: 45009 });
    expect(await new Caller(simulator, 'wxB', 'b').send()).toMatchObject({ errcode: 0 });
  });
});
