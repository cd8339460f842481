import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { APP_ID, Caller, OPENID } from '../../test/support/caller.js';
import type { UserAct } from '../accounts/reply-window.js';
import { DEFAULT_APP_SECRET } from '../options/options.js';
import type { Simulator } from '../simulator.js';
import { startSimulator } from '../start-simulator.js';

const HOUR_MS = 3_600_000;

let simulator: Simulator;
let caller: Caller;

beforeEach(async () => {
  simulator = await startSimulator({ clock: { speed: 0 } });
  caller = new Caller(simulator);
});

afterEach(() => simulator.close());

describe('POST /cgi-bin/message/custom/send', () => {
  const say = (changes: object = {}) =>
    caller.tell('/cgi-bin/message/custom/send', {
      touser: OPENID,
      msgtype: 'text',
      text: { content: '您好' },
      ...changes,
    });

  async function passesBeforeRefusal(): Promise<[number, number | undefined]> {
    for (let passed = 0; passed < 10; passed += 1) {
      const { errcode } = await say();
      if (errcode !== 0) return [passed, errcode];
    }
    return [10, undefined];
  }

  it('answers 45015 to a user who did nothing lately', async () => {
    expect(await say()).toMatchObject({ errcode: 45015 });
    expect(simulator.deliveries).toEqual([]);
  });

  it.each<[UserAct, number, number]>([
    ['message', 5, 48 * HOUR_MS],
    ['menu', 3, 60_000],
    ['follow', 3, 60_000],
    ['scan', 3, 60_000],
  ])('after "%s" allows %i messages, then answers 45047; after %i ms 45015', async (act, count, lastsMs) => {
    simulator.users.interact(APP_ID, OPENID, act);
    expect(await passesBeforeRefusal()).toEqual([count, 45047]);
    expect(simulator.deliveredTo(OPENID)).toHaveLength(count);
    simulator.clock.advance(lastsMs);
    expect(await passesBeforeRefusal()).toEqual([0, 45015]);
  });

  it('after a payment allows any number for 48 hours', async () => {
    simulator.users.interact(APP_ID, OPENID, 'pay');
    expect(await passesBeforeRefusal()).toEqual([10, undefined]);
  });

  it('can be told to keep no windows', async () => {
    const open = await startSimulator({
      accounts: [{ appId: APP_ID, appSecret: DEFAULT_APP_SECRET, replyWindow: 'open' }],
    });
    const body = { touser: OPENID, msgtype: 'image', image: { media_id: 'M' } };
    expect(await new Caller(open).tell('/cgi-bin/message/custom/send', body)).toMatchObject({ errcode: 0 });
    await open.close();
  });

  it.each([
    [40003, { touser: 'nobody' }],
    [40008, { msgtype: 'telegram' }],
    [44004, { text: { content: '' } }],
    [44004, { msgtype: 'image' }],
  ])('answers %i for %j', async (errcode, changes) => {
    simulator.users.interact(APP_ID, OPENID);
    expect(await say(changes)).toMatchObject({ errcode });
  });

  it('shows typing only within 30 seconds of the user’s act', async () => {
    const type = () => caller.tell('/cgi-bin/message/custom/typing', { touser: OPENID, command: 'Typing' });
    expect(await type()).toMatchObject({ errcode: 45080 });
    simulator.users.interact(APP_ID, OPENID);
    expect(await type()).toMatchObject({ errcode: 0 });
    simulator.clock.advance(30_001);
    expect(await type()).toMatchObject({ errcode: 45080 });
  });
});

describe('POST /cgi-bin/message/subscribe/bizsend', () => {
  const notify = (changes: object = {}) =>
    caller.tell('/cgi-bin/message/subscribe/bizsend', {
      touser: OPENID,
      template_id: 'T3',
      data: { thing1: { value: '示例商品' } },
      ...changes,
    });

  it('answers 43101 without a grant, and each grant is one message', async () => {
    expect(await notify()).toMatchObject({ errcode: 43101 });
    simulator.users.grant(APP_ID, OPENID, 'T3', 2);
    expect(await notify()).toEqual({ errcode: 0, errmsg: 'ok' });
    expect(await notify()).toMatchObject({ errcode: 0 });
    expect(await notify()).toMatchObject({ errcode: 43101 });
    expect(simulator.deliveredTo(OPENID)).toHaveLength(2);
  });

  it('does not use up a grant for a message that breaks a rule', async () => {
    simulator.users.grant(APP_ID, OPENID, 'T3');
    expect(await notify({ data: { thing1: { value: 'x'.repeat(21) } } })).toMatchObject({ errcode: 47003 });
    expect(await notify()).toMatchObject({ errcode: 0 });
  });

  it('can be told to need no grants', async () => {
    const open = await startSimulator({
      accounts: [{ appId: APP_ID, appSecret: DEFAULT_APP_SECRET, subscriptions: 'unlimited' }],
    });
    const body = { touser: OPENID, template_id: 'T3', data: {} };
    expect(await new Caller(open).tell('/cgi-bin/message/subscribe/bizsend', body)).toMatchObject({
      errcode: 0,
    });
    await open.close();
  });
});

describe('templates', () => {
  it('are added, listed, sent with and deleted', async () => {
    const added = await caller.tell('/cgi-bin/template/api_add_template', {
      template_id_short: 'TM00015',
      keyword_name_list: ['商品', '金额'],
    });
    const id = String(added.template_id);
    expect(await caller.ask('/cgi-bin/template/get_all_private_template')).toEqual({
      template_list: [
        expect.objectContaining({
          template_id: id,
          title: 'TM00015',
          content: '{{keyword1.DATA}}\n{{keyword2.DATA}}',
        }),
      ],
    });
    expect(await caller.send({ template_id: id, data: { keyword1: { value: 'a' } } })).toMatchObject({
      errcode: 47003,
    });
    expect(await caller.tell('/cgi-bin/template/del_private_template', { template_id: id })).toMatchObject({
      errcode: 0,
    });
    expect(await caller.send({ template_id: id })).toMatchObject({ errcode: 40037 });
    expect(await caller.tell('/cgi-bin/template/del_private_template', { template_id: id })).toMatchObject({
      errcode: 40037,
    });
  });

  it('are at most 25', async () => {
    const add = () =>
      caller.tell('/cgi-bin/template/api_add_template', { template_id_short: 'T', keyword_name_list: [] });
    for (let turn = 0; turn < 25; turn += 1) await add();
    expect(await add()).toMatchObject({ errcode: 45026 });
  });

  it('belong to industries', async () => {
    const industries = { industry_id1: '1', industry_id2: '4' };
    expect(await caller.tell('/cgi-bin/template/api_set_industry', industries)).toMatchObject({ errcode: 0 });
    expect(await caller.tell('/cgi-bin/template/api_set_industry', {})).toMatchObject({ errcode: 40035 });
    expect(await caller.ask('/cgi-bin/template/get_industry')).toMatchObject({
      primary_industry: { first_class: expect.any(String), second_class: expect.any(String) },
    });
  });
});
