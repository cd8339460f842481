import { afterEach, describe, expect, it } from 'vitest';
import { Caller } from '../../../test/support/caller.js';
import { CORP_SEND, CorpCaller } from '../../../test/support/corp-caller.js';
import {
  DEFAULT_AGENT_ID,
  DEFAULT_CORP_ID,
  SECOND_AGENT_ID,
  SECOND_CORP_SECRET,
} from '../../corps/corp-options.js';
import type { SimulatorOptions } from '../../options/options.js';
import type { Simulator } from '../../simulator.js';
import { startSimulator } from '../../start-simulator.js';

const MEMBERS = [
  'zhangsan',
  { userid: 'lisi', departments: [2], tags: [7] },
  { userid: 'wangwu', departments: [2], licensed: false },
];
const corpId = DEFAULT_CORP_ID;
const withMembers = (
  members: NonNullable<SimulatorOptions['corps']>[number]['members'],
): SimulatorOptions => ({
  clock: { speed: 0, startMs: Date.UTC(2026, 0, 2) },
  corps: [
    {
      corpId,
      agents: [{ agentId: DEFAULT_AGENT_ID, corpSecret: 'CORPSECRET0000000000000000000000000000001' }],
      members,
    },
  ],
});

let simulator: Simulator;

async function start(options: SimulatorOptions = { clock: { speed: 0, startMs: Date.UTC(2026, 0, 2) } }) {
  simulator = await startSimulator(options);
  return new CorpCaller(simulator);
}

afterEach(() => simulator.close());

describe('gettoken', () => {
  it('answers the same token while it is valid, another one for another secret, and a new one after that', async () => {
    const caller = await start();
    const first = await caller.token();
    expect(await caller.fetchToken()).toMatchObject({ errcode: 0, access_token: first, expires_in: 7200 });
    expect(await new CorpCaller(simulator, SECOND_AGENT_ID, SECOND_CORP_SECRET).token()).not.toBe(first);
    simulator.clock.advance(7_200_000);
    expect(await caller.get('/cgi-bin/user/get', { access_token: first, userid: 'a' })).toMatchObject({
      errcode: 42001,
    });
    expect(await caller.token()).not.toBe(first);
  });

  it.each([
    [{ corpsecret: 'WRONG' }, 40001],
    [{ corpid: 'ww9' }, 40013],
    [{ corpid: '' }, 41002],
    [{ corpsecret: '' }, 41004],
  ])('with %j answers %i', async (query, errcode) => {
    const caller = await start();
    const { errmsg, ...answer } = await caller.fetchToken(query);
    expect(answer).toEqual({ errcode });
    expect(errmsg).toMatch(new RegExp(`hint: \\[.*\\], from ip: .*devtool/query\\?e=${errcode}$`));
  });

  it('answers 60020 to an IP that is not trusted, of that app alone', async () => {
    const caller = await start();
    simulator.agent(corpId, DEFAULT_AGENT_ID).ipNotAllowed = true;
    expect(await caller.fetchToken()).toMatchObject({ errcode: 60020 });
    const other = new CorpCaller(simulator, SECOND_AGENT_ID, SECOND_CORP_SECRET);
    expect(await other.fetchToken()).toMatchObject({ errcode: 0 });
  });

  it('tokens that were ended early are 40014, and the next call answers a good one', async () => {
    const caller = await start();
    const token = await caller.token();
    simulator.tokens.revoke(corpId, { agentId: DEFAULT_AGENT_ID });
    expect(await caller.post(CORP_SEND, caller.message(), { access_token: token })).toMatchObject({
      errcode: 40014,
    });
    expect(await caller.send()).toMatchObject({ errcode: 0 });
  });

  it('one without a token is 41001, and that of an Official Account 40014', async () => {
    const caller = await start();
    expect(await caller.post(CORP_SEND, {}, { access_token: '' })).toMatchObject({ errcode: 41001 });
    const token = await new Caller(simulator).stableToken();
    expect(await caller.post(CORP_SEND, caller.message(), { access_token: token })).toMatchObject({
      errcode: 40014,
    });
  });

  it('the kind of the token decides where both platforms have a path', async () => {
    const caller = await start();
    expect(await caller.ask('/cgi-bin/user/get', { userid: 'zhangsan' })).toMatchObject({
      userid: 'zhangsan',
    });
    expect(await new Caller(simulator).ask('/cgi-bin/user/get')).toMatchObject({ total: 0, count: 0 });
  });
});

describe('message/send', () => {
  it('delivers one to each member, under one msgid', async () => {
    const caller = await start(withMembers(MEMBERS));
    const { msgid, ...answer } = await caller.send({ touser: 'zhangsan|lisi|ZhangSan' });
    expect(answer).toMatchObject({ errcode: 0, invaliduser: '', invalidparty: '', invalidtag: '' });
    expect(simulator.deliveries.map(({ openid, agentId }) => [openid, agentId])).toEqual([
      ['zhangsan', DEFAULT_AGENT_ID],
      ['lisi', DEFAULT_AGENT_ID],
    ]);
    expect(simulator.deliveries.map((delivery) => delivery.msgid)).toEqual([msgid, msgid]);
  });

  it('F57: names the bad recipients and reaches the others', async () => {
    const caller = await start(withMembers(MEMBERS));
    const to = { touser: 'zhangsan|nobody|wangwu', toparty: '2|9', totag: '7|8' };
    expect(await caller.send(to)).toMatchObject({
      errcode: 0,
      invaliduser: 'nobody',
      invalidparty: '9',
      invalidtag: '8',
      unlicenseduser: 'wangwu',
    });
    expect(simulator.deliveries.map(({ openid }) => openid)).toEqual(['zhangsan', 'lisi']);
  });

  it.each([
    [{ touser: 'nobody' }, 81013],
    [{ touser: undefined }, 81013],
    [{ agentid: SECOND_AGENT_ID }, 301002],
    [{ agentid: undefined }, 40056],
    [{ msgtype: 'carrier-pigeon' }, 40008],
    [{ text: { content: '' } }, 44004],
  ])('with %j answers %i and delivers nothing', async (changes, errcode) => {
    const caller = await start(withMembers(MEMBERS));
    expect(await caller.send(changes)).toMatchObject({ errcode });
    expect(simulator.deliveries).toEqual([]);
  });

  it('goes to everyone with @all', async () => {
    const caller = await start(withMembers(MEMBERS));
    await caller.send({ touser: '@all' });
    expect(simulator.deliveries.map(({ openid }) => openid)).toEqual(['zhangsan', 'lisi']);
  });

  it('F67: drops the same JSON within its interval, answers as the first time, and takes other bytes for another one', async () => {
    const caller = await start();
    const checked = { enable_duplicate_check: 1, duplicate_check_interval: 600 };
    const first = await caller.send(checked);
    expect(await caller.send(checked)).toEqual(first);
    expect(simulator.deliveries).toHaveLength(1);
    await caller.tell(CORP_SEND, `${JSON.stringify(caller.message(checked))} `);
    expect(simulator.deliveries).toHaveLength(2);
    simulator.clock.advance(600_000);
    await caller.send(checked);
    expect(simulator.deliveries).toHaveLength(3);
  });

  it('sends the same JSON again where no check is asked for', async () => {
    const caller = await start();
    await caller.send();
    await caller.send();
    expect(simulator.deliveries).toHaveLength(2);
  });

  it('drops what is beyond 30 a minute to one member and says nothing', async () => {
    const caller = await start();
    for (let n = 0; n < 32; n += 1) expect(await caller.send()).toMatchObject({ errcode: 0 });
    expect(simulator.deliveredTo('zhangsan')).toHaveLength(30);
    await caller.send({ touser: 'lisi' });
    expect(simulator.deliveredTo('lisi')).toHaveLength(1);
    simulator.clock.advance(60_000);
    await caller.send();
    expect(simulator.deliveredTo('zhangsan')).toHaveLength(31);
  });

  it('drops what is beyond the hour of one member', async () => {
    const caller = await start({ clock: { speed: 0 }, limits: { perMemberPerHour: 2 } });
    for (let n = 0; n < 3; n += 1) {
      await caller.send();
      simulator.clock.advance(60_000);
    }
    expect(simulator.deliveries).toHaveLength(2);
  });

  it('a message is taken back within a day', async () => {
    const caller = await start();
    const { msgid } = await caller.send();
    expect(await caller.tell('/cgi-bin/message/recall', { msgid })).toMatchObject({ errcode: 0 });
    expect(simulator.deliveries[0]).toMatchObject({ recalledAt: simulator.clock.now() });
    simulator.clock.advance(86_400_001);
    expect(await caller.tell('/cgi-bin/message/recall', { msgid })).toMatchObject({ errcode: 40058 });
  });

  it('a card that can be answered carries a code that changes it once', async () => {
    const caller = await start();
    const { response_code } = await caller.send({
      msgtype: 'template_card',
      template_card: { card_type: 'button_interaction' },
    });
    const update = {
      userids: ['zhangsan'],
      agentid: caller.agentId,
      response_code,
      button: { replace_name: '好' },
    };
    expect(await caller.tell('/cgi-bin/message/update_template_card', update)).toMatchObject({ errcode: 0 });
    expect(await caller.tell('/cgi-bin/message/update_template_card', update)).toMatchObject({
      errcode: 60140,
    });
  });
});

describe('limits of a corp', () => {
  it('F65: more calls at once than there are places get 45033', async () => {
    // Longer than a busy machine needs to let all five arrive.
    const caller = await start({ latencyMs: 1_000, limits: { perEndpointConcurrency: { [CORP_SEND]: 2 } } });
    const token = await caller.token();
    const calls = Array.from({ length: 5 }, () =>
      caller.post(CORP_SEND, caller.message(), { access_token: token }),
    );
    const errcodes = (await Promise.all(calls)).map(({ errcode }) => errcode).sort();
    expect(errcodes).toEqual([0, 0, 45033, 45033, 45033]);
  });

  it.each([
    ['perEndpointPerMinute', { perEndpointPerMinute: { '/cgi-bin/user/get': 1 } }, 60_000],
    ['perEndpointPerDay', { perEndpointPerDay: { '/cgi-bin/user/get': 1 } }, 86_400_000],
    ['perEndpointWindow', { perEndpointWindow: { '/cgi-bin/user/get': { max: 1, windowMs: 5_000 } } }, 5_000],
  ])('%s answers 45009 until the window is over', async (_name, limits, windowMs) => {
    const caller = await start({ clock: { speed: 0, startMs: Date.UTC(2026, 0, 2) }, limits });
    const ask = async () => (await caller.ask('/cgi-bin/user/get', { userid: 'a' })).errcode;
    expect([await ask(), await ask()]).toEqual([0, 45009]);
    simulator.clock.advance(windowMs);
    expect(await ask()).toBe(0);
  });
});

describe('group robots', () => {
  it('take 20 a minute each, then answer 45009', async () => {
    const caller = await start();
    const send = (key: string) =>
      caller.post('/cgi-bin/webhook/send', { msgtype: 'text', text: { content: 'x' } }, { key });
    for (let n = 0; n < 20; n += 1) expect(await send('K1')).toMatchObject({ errcode: 0 });
    expect(await send('K1')).toMatchObject({ errcode: 45009 });
    expect(await send('K2')).toMatchObject({ errcode: 0 });
    expect(await send('')).toMatchObject({ errcode: 93000 });
    expect(simulator.deliveredTo('K1')).toHaveLength(20);
    simulator.clock.advance(60_000);
    expect(await send('K1')).toMatchObject({ errcode: 0 });
  });
});

describe('media, tickets and OAuth of WeCom', () => {
  it('keeps a file for both apps and gives it back', async () => {
    const caller = await start();
    const form = new FormData();
    form.append('media', new Blob(['123456']), '表.txt');
    const { media_id, created_at } = await caller.tell('/cgi-bin/media/upload', form, { type: 'file' });
    expect(created_at).toMatch(/^\d+$/);
    const other = new CorpCaller(simulator, SECOND_AGENT_ID, SECOND_CORP_SECRET);
    const url = `${simulator.url}/cgi-bin/media/get?access_token=${await other.token()}&media_id=${media_id}`;
    expect(await (await fetch(url)).text()).toBe('123456');
    expect(await caller.ask('/cgi-bin/media/get', { media_id: 'M' })).toMatchObject({ errcode: 40007 });
    expect(await caller.tell('/cgi-bin/media/upload', form, { type: 'thumb' })).toMatchObject({
      errcode: 40004,
    });
  });

  it('answers the same ticket again and a code only once', async () => {
    const caller = await start();
    const { ticket } = await caller.ask('/cgi-bin/get_jsapi_ticket');
    expect(await caller.ask('/cgi-bin/get_jsapi_ticket')).toMatchObject({ ticket, expires_in: 7200 });
    expect((await caller.ask('/cgi-bin/ticket/get', { type: 'agent_config' })).ticket).not.toBe(ticket);
    const code = simulator.users.authorize(corpId, 'zhangsan');
    expect(await caller.ask('/cgi-bin/auth/getuserinfo', { code })).toMatchObject({ userid: 'zhangsan' });
    expect(await caller.ask('/cgi-bin/auth/getuserinfo', { code })).toMatchObject({ errcode: 40029 });
  });
});
