import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { APP_ID, Caller, OPENID } from '../../test/support/caller.js';
import { CorpCaller } from '../../test/support/corp-caller.js';
import { DEFAULT_AGENT_ID, DEFAULT_CORP_ID } from '../corps/corp-options.js';
import { SimulatorOptionError } from '../options/option-error.js';
import type { Simulator } from '../simulator.js';
import { startSimulator } from '../start-simulator.js';
import { writeContent } from './callback-content.js';
import type { CallbackSettings } from './callback-settings.js';
import { openPacket, sealPacket, signatureOf } from './packet.js';

const TOKEN = 'CALLBACKTOKEN';
const KEY = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG';
const TEXT = { FromUserName: OPENID, MsgType: 'text', Content: '您好 <]]>' };
const corp = { corpId: DEFAULT_CORP_ID, agentId: DEFAULT_AGENT_ID };

interface Got {
  readonly query: URLSearchParams;
  readonly body: string;
}

/** A user's server whose answers the test decides. */
class Receiver {
  readonly got: Got[] = [];
  answer: (got: Got) => string | number | undefined = () => 'success';
  readonly #server = createServer((message, response) => {
    void read(message).then((got) => {
      this.got.push(got);
      const answer = this.answer(got);
      if (typeof answer === 'number') response.writeHead(answer).end();
      else if (answer !== undefined) response.end(answer);
    });
  });

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/wx`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function read(message: IncomingMessage): Promise<Got> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return {
    query: new URL(message.url ?? '', 'http://host').searchParams,
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

const receiver = { current: new Receiver() };
let url: string;
let simulator: Simulator;

beforeEach(async () => {
  receiver.current = new Receiver();
  url = await receiver.current.open();
  simulator = await startSimulator({ clock: { speed: 0, startMs: Date.UTC(2026, 0, 2) } });
});

afterEach(async () => {
  await simulator.close();
  await receiver.current.close();
});

function settings(changes: Partial<CallbackSettings> = {}): CallbackSettings {
  return { url, token: TOKEN, encodingAesKey: KEY, ...changes };
}

/** What stands encrypted in a body, decrypted; its signature is checked. */
function opened({ query, body }: Got): { text: string; receiveId: string } {
  const encrypt = /<Encrypt><!\[CDATA\[(.*?)\]\]>/.exec(body)?.[1] ?? String(JSON.parse(body).Encrypt);
  const parts = [TOKEN, query.get('timestamp') ?? '', query.get('nonce') ?? '', encrypt] as const;
  expect(query.get('msg_signature')).toBe(signatureOf(...parts));
  return openPacket(encrypt, KEY);
}

function sealedReply(text: string, { receiveId = APP_ID, signature = '' } = {}): string {
  const encrypt = sealPacket({ text, receiveId }, KEY);
  return writeContent(
    {
      Encrypt: encrypt,
      MsgSignature: signature || signatureOf(TOKEN, '1767312000', 'n1', encrypt),
      TimeStamp: 1_767_312_000,
      Nonce: 'n1',
    },
    'xml',
  );
}

describe('a push', () => {
  it('is plain where nothing is to be encrypted, and carries a signature of the address', async () => {
    simulator.callbacks.configure(APP_ID, { url, token: TOKEN });
    await simulator.callbacks.push(APP_ID, TEXT);
    const [{ query, body }] = receiver.current.got as [Got];
    const [timestamp, nonce] = [query.get('timestamp') ?? '', query.get('nonce') ?? ''];
    expect(timestamp).toBe('1767312000');
    expect(query.get('signature')).toBe(signatureOf(TOKEN, timestamp, nonce));
    expect(query.get('openid')).toBe(OPENID);
    expect(query.has('encrypt_type')).toBe(false);
    expect(body).toContain('<Content><![CDATA[您好 <]]]]><![CDATA[>]]></Content>');
    expect(body).toContain('<MsgId>7000000000000000001</MsgId>');
    expect(body).toContain('<ToUserName><![CDATA[gh_000000000001]]></ToUserName>');
  });

  it('is encrypted for the appid in safe mode, and says nothing beside', async () => {
    simulator.callbacks.configure(APP_ID, settings());
    await simulator.callbacks.push(APP_ID, TEXT);
    const [got] = receiver.current.got as [Got];
    expect(got.query.get('encrypt_type')).toBe('aes');
    expect(got.body).not.toContain('您好');
    expect(opened(got)).toEqual({ text: expect.stringContaining('您好'), receiveId: APP_ID });
  });

  it('has both in compatible mode', async () => {
    simulator.callbacks.configure(APP_ID, settings({ mode: 'compatible' }));
    await simulator.callbacks.push(APP_ID, TEXT);
    const [got] = receiver.current.got as [Got];
    expect(got.body).toContain('您好');
    expect(opened(got).text).toContain('您好');
    expect(got.query.has('signature')).toBe(true);
  });

  it('is JSON on demand, with ids that no number holds', async () => {
    simulator.callbacks.configure(APP_ID, settings());
    await simulator.callbacks.push(
      APP_ID,
      { ...TEXT, MsgId: 7_000_000_000_000_000_009n },
      { format: 'json' },
    );
    const [got] = receiver.current.got as [Got];
    expect(opened(got).text).toContain('"MsgId":7000000000000000009');
  });

  it('of WeCom is encrypted for the corpid, and has no plain signature', async () => {
    simulator.callbacks.configure(corp, settings());
    await simulator.callbacks.push(corp, { FromUserName: 'zhangsan', MsgType: 'text', Content: 'hi' });
    const [got] = receiver.current.got as [Got];
    expect([...got.query.keys()].sort()).toEqual(['msg_signature', 'nonce', 'timestamp']);
    expect(got.body).toContain(`<AgentID><![CDATA[${DEFAULT_AGENT_ID}]]></AgentID>`);
    expect(opened(got)).toEqual({
      text: expect.stringContaining(`<AgentID>${DEFAULT_AGENT_ID}</AgentID>`),
      receiveId: DEFAULT_CORP_ID,
    });
  });

  it('to an account without an address is an error that says so', async () => {
    await expect(simulator.callbacks.push(APP_ID, TEXT)).rejects.toThrow(SimulatorOptionError);
    expect(() => simulator.callbacks.configure(APP_ID, settings({ encodingAesKey: 'short' }))).toThrow(
      'callback.encodingAesKey',
    );
    expect(() => simulator.callbacks.configure(corp, { url, token: TOKEN })).toThrow(
      'callback.encodingAesKey',
    );
    expect(() => simulator.callbacks.configure('wxNOBODY', settings())).toThrow('wxNOBODY');
  });
});

describe('the platform tries', () => {
  it('three times with a signature of its own each while the answer is none', async () => {
    receiver.current.answer = () => 500;
    simulator.callbacks.configure(APP_ID, settings());
    const exchanges = await simulator.callbacks.push(APP_ID, TEXT);
    expect(exchanges.map(({ attempt, received, status }) => [attempt, received, status])).toEqual([
      [1, false, 500],
      [2, false, 500],
      [3, false, 500],
    ]);
    expect(new Set(receiver.current.got.map(({ query }) => query.get('nonce'))).size).toBe(3);
    expect(new Set(receiver.current.got.map((got) => opened(got).text)).size).toBe(1);
  });

  it('again after a time-out, and stops at success', async () => {
    receiver.current.answer = () => (receiver.current.got.length === 1 ? undefined : '');
    simulator.callbacks.configure(APP_ID, settings({ timeoutMs: 40 }));
    const exchanges = await simulator.callbacks.push(APP_ID, TEXT);
    expect(exchanges.map(({ received, error }) => [received, error])).toEqual([
      [false, 'no answer in time'],
      [true, undefined],
    ]);
  });

  it('again where nobody listens', async () => {
    await receiver.current.close();
    simulator.callbacks.configure(APP_ID, settings());
    const exchanges = await simulator.callbacks.push(APP_ID, TEXT);
    expect(exchanges).toHaveLength(3);
    expect(exchanges[0]).toMatchObject({ received: false, error: expect.stringContaining('ECONNREFUSED') });
    receiver.current = new Receiver();
    await receiver.current.open();
  });

  it.each([
    ['an Official Account', APP_ID, 3],
    ['WeCom', corp, 1],
  ])('%s is content with any 200: %s', async (_name, account, tries) => {
    receiver.current.answer = () => 'what?';
    simulator.callbacks.configure(account, settings());
    expect(await simulator.callbacks.push(account, TEXT)).toHaveLength(tries);
  });

  it('a command of a third party takes success alone', async () => {
    receiver.current.answer = () => '<xml><a>1</a></xml>';
    simulator.callbacks.configure(corp, settings({ receiveId: 'ww-suite' }));
    const command = { SuiteId: 'ww-suite', InfoType: 'suite_ticket', SuiteTicket: 't' };
    expect(await simulator.callbacks.push(corp, command)).toHaveLength(3);
    expect(opened(receiver.current.got[0] as Got).receiveId).toBe('ww-suite');
  });
});

describe('replies', () => {
  it('are decrypted and verified', async () => {
    receiver.current.answer = () =>
      sealedReply(
        '<xml><MsgType>text</MsgType><Content><![CDATA[好 & 再见]]></Content><A><B>1</B><B>2</B></A></xml>',
      );
    simulator.callbacks.configure(APP_ID, settings());
    const [exchange] = await simulator.callbacks.push(APP_ID, TEXT);
    expect(exchange?.reply).toEqual({
      encrypted: true,
      fields: { MsgType: 'text', Content: '好 & 再见', A: { B: ['1', '2'] } },
    });
    expect(simulator.callbacks.exchanges).toEqual([exchange]);
  });

  it.each([
    ['the signature of the reply is wrong', () => sealedReply('<xml><a>1</a></xml>', { signature: 'bad' })],
    ['the reply is for "wxOTHER"', () => sealedReply('<xml><a>1</a></xml>', { receiveId: 'wxOTHER' })],
    ['the reply is not encrypted', () => '<xml><MsgType>text</MsgType></xml>'],
    ['not one <xml>', () => 'hello <'],
  ])('that are wrong are no answer: %s', async (error, answer) => {
    receiver.current.answer = answer;
    simulator.callbacks.configure(APP_ID, settings({ tries: 1 }));
    const [exchange] = await simulator.callbacks.push(APP_ID, TEXT);
    expect(exchange).toMatchObject({ received: false, error: expect.stringContaining(error) });
    expect(exchange?.reply).toBeUndefined();
  });

  it('are plain in plain mode, and may be JSON', async () => {
    receiver.current.answer = () => '{"MsgType":"text","Content":"ok"}';
    simulator.callbacks.configure(APP_ID, { url, token: TOKEN });
    const [exchange] = await simulator.callbacks.push(APP_ID, TEXT);
    expect(exchange?.reply).toEqual({ encrypted: false, fields: { MsgType: 'text', Content: 'ok' } });
  });
});

describe('the check of the address', () => {
  it('wants the echo back, which WeCom encrypts', async () => {
    receiver.current.answer = ({ query }) => query.get('echostr') ?? '';
    simulator.callbacks.configure(APP_ID, settings());
    expect(await simulator.callbacks.verify(APP_ID)).toMatchObject({ ok: true, status: 200 });
    simulator.callbacks.configure(corp, settings());
    expect(await simulator.callbacks.verify(corp)).toMatchObject({ ok: false });
    receiver.current.answer = ({ query }) => openPacket(query.get('echostr') ?? '', KEY).text;
    expect(await simulator.callbacks.verify(corp)).toMatchObject({ ok: true });
    receiver.current.answer = ({ query }) => `${openPacket(query.get('echostr') ?? '', KEY).text}\n`;
    expect(await simulator.callbacks.verify(corp)).toMatchObject({ ok: false });
  });
});

describe('on purpose', () => {
  it('an event is repeated, over several addresses', async () => {
    simulator.callbacks.configure(APP_ID, settings());
    const urls = [`${url}?process=1`, `${url}?process=2`];
    const exchanges = await simulator.callbacks.push(APP_ID, TEXT, { repeats: 2, urls });
    expect(exchanges.map(({ push, copy }) => [push, copy])).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
    ]);
    expect(receiver.current.got.map(({ query }) => query.get('process')).sort()).toEqual(['1', '1', '2']);
  });

  it('the clock holds one back, so that a later one comes first', async () => {
    simulator.callbacks.configure(APP_ID, { url, token: TOKEN });
    const late = simulator.callbacks.push(APP_ID, { ...TEXT, Content: 'first' }, { afterMs: 60_000 });
    await simulator.callbacks.push(APP_ID, { ...TEXT, Content: 'second' });
    simulator.clock.advance(60_000);
    await late;
    expect(receiver.current.got.map(({ body }) => /first|second/.exec(body)?.[0])).toEqual([
      'second',
      'first',
    ]);
  });
});

describe('events that come by themselves', () => {
  const bodies = async () => {
    await simulator.callbacks.settled();
    return receiver.current.got.map(({ body }) => body);
  };

  it('after a template message: what became of it', async () => {
    simulator.callbacks.configure(APP_ID, { url, token: TOKEN });
    const caller = new Caller(simulator);
    await caller.send();
    simulator.users.block(APP_ID, OPENID);
    await caller.send();
    const [sent, failed] = await bodies();
    expect(sent).toContain('<Event><![CDATA[TEMPLATESENDJOBFINISH]]></Event>');
    expect(sent).toContain('<MsgID>2000000000000000001</MsgID>');
    expect(sent).toContain('<Status><![CDATA[success]]></Status>');
    expect(failed).toContain('<Status><![CDATA[failed:user block]]></Status>');
    expect(simulator.deliveries).toHaveLength(1);
  });

  it.each(['xml', 'json'] as const)('after a subscription message, in the form of %s', async (format) => {
    simulator.callbacks.configure(APP_ID, { url, token: TOKEN, format });
    simulator.users.grant(APP_ID, OPENID, 'T');
    const body = { touser: OPENID, template_id: 'T', data: { thing1: { value: 'x' } } };
    await new Caller(simulator).tell('/cgi-bin/message/subscribe/send', body);
    const [event] = await bodies();
    const expected =
      format === 'xml' ? '<SubscribeMsgSentEvent><List><TemplateId>' : '"List":{"TemplateId":"T","MsgID":"2';
    expect(event).toContain(expected);
  });

  it('none where they are switched off', async () => {
    simulator.callbacks.configure(APP_ID, { url, token: TOKEN, automatic: false });
    await new Caller(simulator).send();
    simulator.users.follow(APP_ID, OPENID);
    expect(await bodies()).toEqual([]);
  });

  it('when users follow, scan, click, write and leave', async () => {
    simulator.callbacks.configure(APP_ID, { url, token: TOKEN });
    for (const act of [
      () => simulator.users.follow(APP_ID, OPENID, '7'),
      () => simulator.users.scan(APP_ID, OPENID, '8'),
      () => simulator.users.click(APP_ID, OPENID, 'HELP'),
      () => simulator.users.say(APP_ID, OPENID, '在吗'),
      () => simulator.users.unfollow(APP_ID, OPENID),
    ]) {
      act();
      await simulator.callbacks.settled();
    }
    const seen = (await bodies()).map((body) => /(?:Event|Content)><!\[CDATA\[(.*?)\]\]>/.exec(body)?.[1]);
    expect(seen).toEqual(['subscribe', 'SCAN', 'CLICK', '在吗', 'unsubscribe']);
    const answer = { touser: OPENID, msgtype: 'text', text: { content: '在' } };
    expect(await new Caller(simulator).tell('/cgi-bin/message/custom/send', answer)).toMatchObject({
      errcode: 0,
    });
  });

  it('of WeCom: customer service and approvals', async () => {
    simulator.callbacks.configure(corp, settings());
    simulator.users.askService(DEFAULT_CORP_ID, 'wk1', 'wm1', '在吗');
    await simulator.callbacks.settled();
    const event = opened(receiver.current.got[0] as Got).text;
    expect(event).toContain('<Event><![CDATA[kf_msg_or_event]]></Event>');
    const token = /<Token><!\[CDATA\[(.*?)\]\]>/.exec(event)?.[1];
    const caller = new CorpCaller(simulator);
    const page = { token, open_kfid: 'wk1' };
    expect(await caller.tell('/cgi-bin/kf/sync_msg', page)).toMatchObject({
      has_more: 0,
      msg_list: [{ external_userid: 'wm1', text: { content: '在吗' } }],
    });
    const reply = { touser: 'wm1', open_kfid: 'wk1', msgtype: 'text', text: { content: '在' } };
    const errcodes: unknown[] = [];
    for (let n = 0; n < 6; n += 1) errcodes.push((await caller.tell('/cgi-bin/kf/send_msg', reply)).errcode);
    expect(errcodes).toEqual([0, 0, 0, 0, 0, 95001]);
    simulator.clock.advance(600_000);
    expect(await caller.tell('/cgi-bin/kf/sync_msg', page)).toMatchObject({ errcode: 95007 });

    await caller.tell('/cgi-bin/oa/applyevent', { creator_userid: 'zhangsan', template_id: 'T' });
    simulator.users.approve(DEFAULT_CORP_ID, 'zhangsan', {
      thirdNo: 'N1',
      templateId: 'T',
      name: '请假',
      status: 2,
    });
    await simulator.callbacks.settled();
    const names = receiver.current.got
      .slice(1)
      .map((got) => /<Event><!\[CDATA\[(.*?)\]\]>/.exec(opened(got).text)?.[1]);
    expect(names.sort()).toEqual(['open_approval_change', 'sys_approval_change']);
  });
});
