import { describe, expect, it } from 'vitest';
import {
  encrypt,
  encryptedPost,
  get,
  jsonEnvelope,
  key,
  mpLike,
  nowMs,
  otherKey,
  plainPost,
  receiveId,
  sign,
  textContent,
  textXml,
  timestamp,
  token,
  xmlEnvelope,
} from '../../../test/support/genuine-callbacks.js';
import type { WetempoEvent } from '../../telemetry/events.js';
import { ManualClock } from '../../testing/manual-clock.js';
import type { CallbackInbox } from '../callback-inbox.js';
import type { CallbackOptions } from '../callback-options.js';
import type { CallbackRequest } from '../callback-request.js';
import { defineEvent, defineMessage, optionalCount, text } from '../content/index.js';
import { MemoryCallbackInbox } from '../inbox/memory-callback-inbox.js';
import { CallbackReceiver } from './callback-receiver.js';

const catalog = {
  messages: { text: defineMessage('text', { Content: text(), MsgId: text() }) },
  events: {
    CLICK: defineEvent('CLICK', { EventKey: text() }),
    'change_contact.create_user': defineEvent('change_contact.create_user', { UserID: text() }),
    counted: defineEvent('counted', { Total: optionalCount() }),
  },
  commands: {},
} as const;
const platform = { ...mpLike, catalog };
const success = { status: 200, contentType: 'text/plain; charset=utf-8', body: 'success' };

function receiver(options: Partial<CallbackOptions> = {}) {
  const clock = new ManualClock(nowMs);
  const heard: WetempoEvent[] = [];
  const onEvent = (event: WetempoEvent) => void heard.push(event);
  const identity = { account: receiveId, receiveIds: [receiveId] };
  const callbacks = new CallbackReceiver(platform, identity, { token, clock, onEvent, ...options });
  return { callbacks, clock, heard, types: () => heard.map(({ type }) => type) };
}

let nonces = 0;
/** A genuine request of plain mode, under a nonce of its own. */
function plain(body: string): CallbackRequest {
  nonces += 1;
  return plainPost(body, { nonce: `n${nonces}` });
}

function xml(fields: Readonly<Record<string, string>>): string {
  const header = { ToUserName: 'gh_1', FromUserName: 'o1', CreateTime: timestamp };
  const elements = Object.entries({ ...header, ...fields }).map(
    ([name, value]) => `<${name}>${value}</${name}>`,
  );
  return `<xml>${elements.join('')}</xml>`;
}

const click = (eventKey: string) => xml({ MsgType: 'event', Event: 'CLICK', EventKey: eventKey });
const never = () => new Promise<never>(() => undefined);

describe('what handlers get', () => {
  it('a typed object by its declaration, and what is known of it beside', async () => {
    const { callbacks } = receiver();
    const got: unknown[] = [];
    callbacks.onMessage('text', (message, { signal: _, ...context }) => {
      const content: string = message.Content;
      const moment: number = message.CreateTime;
      got.push(content, moment, context);
    });
    expect(await callbacks.handle(plain(textXml))).toEqual(success);
    expect(got).toEqual([
      '测试😀',
      Number(timestamp),
      { kind: 'message', name: 'text', isDeclared: true, account: receiveId, format: 'xml', attempt: 1 },
    ]);
  });

  it('F120: an unknown event is answered with success and reaches onAny as text', async () => {
    const { callbacks } = receiver();
    const got: unknown[] = [];
    callbacks.onEvent('CLICK', () => void got.push('click'));
    callbacks.onAny((message, { name, isDeclared }) => void got.push([name, isDeclared, message.Total]));
    const unknown = xml({ MsgType: 'event', Event: 'SOMETHING_NEW', Total: '0012' });
    expect(await callbacks.handle(plain(unknown))).toEqual(success);
    expect(got).toEqual([['SOMETHING_NEW', false, '0012']]);
  });

  it.each(['constructor', '__proto__', 'toString', ''])('F120: an event may be called "%s"', async (name) => {
    const { callbacks } = receiver();
    const got: unknown[] = [];
    callbacks.onAny((_, context) => void got.push(context.isDeclared));
    const event = xml({ MsgType: 'event', Event: name });
    expect(await callbacks.handle(plain(event))).toEqual(success);
    expect(got).toEqual([false]);
  });

  it('text throughout where an event is not as declared', async () => {
    const { callbacks } = receiver();
    const got: unknown[] = [];
    callbacks.onEvent('counted', (message, { isDeclared }) => void got.push([isDeclared, message.Total]));
    await callbacks.handle(plain(xml({ MsgType: 'event', Event: 'counted', Total: '12' })));
    await callbacks.handle(plain(xml({ MsgType: 'event', Event: 'counted', Total: '1e5' })));
    expect(got).toEqual([
      [true, 12],
      [false, '1e5'],
    ]);
  });

  it('an event with its ChangeType; a handler for the event alone takes each', async () => {
    const { callbacks } = receiver();
    const got: unknown[] = [];
    callbacks.onEvent('change_contact.create_user', ({ UserID }) => void got.push(UserID));
    callbacks.onEvent('change_contact', (_, { name }) => void got.push(name));
    const change = (ChangeType: string) =>
      xml({ MsgType: 'event', Event: 'change_contact', ChangeType, UserID: '0012' });
    await callbacks.handle(plain(change('create_user')));
    await callbacks.handle(plain(change('brand_new')));
    expect(got).toEqual(['0012', 'change_contact.create_user', 'change_contact.brand_new']);
  });

  it('commands by their InfoType', async () => {
    const { callbacks } = receiver();
    const got: unknown[] = [];
    callbacks.onCommand(
      'suite_ticket',
      ({ SuiteTicket, CreateTime }) => void got.push(SuiteTicket, CreateTime),
    );
    const command = `<xml><InfoType>suite_ticket</InfoType><SuiteTicket>t</SuiteTicket><TimeStamp>12</TimeStamp></xml>`;
    expect(await callbacks.handle(plain(command))).toEqual(success);
    expect(got).toEqual(['t', 12]);
  });

  it('nothing any more once a handler was taken away', async () => {
    const { callbacks } = receiver();
    let calls = 0;
    const take = callbacks.onEvent('CLICK', () => {
      calls += 1;
    });
    await callbacks.handle(plain(click('a')));
    take();
    await callbacks.handle(plain(click('b')));
    expect(calls).toBe(1);
  });
});

describe('the answer', () => {
  const reply = { type: 'message', fields: { MsgType: 'text', Content: '你好' } } as const;

  it('turns the header round, in the format of the callback', async () => {
    const { callbacks } = receiver();
    callbacks.onMessage('text', () => reply);
    const answer = await callbacks.handle(plain(textXml));
    expect(answer.contentType).toContain('xml');
    expect(answer.body).toContain('<ToUserName><![CDATA[o1]]></ToUserName>');
    expect(answer.body).toContain('<FromUserName><![CDATA[gh_1]]></FromUserName>');
    expect(answer.body).toContain(`<CreateTime>${timestamp}</CreateTime>`);
    const other = await callbacks.handle(plain(JSON.stringify({ ...textContent, MsgId: '7' })));
    expect(JSON.parse(other.body)).toMatchObject({ ToUserName: 'o1', FromUserName: 'gh_1', Content: '你好' });
  });

  it('is the first reply of several handlers, which all run in order', async () => {
    const { callbacks, heard } = receiver();
    const order: number[] = [];
    callbacks.onMessage('text', () => void order.push(1));
    callbacks.onMessage('text', async () => {
      order.push(2);
      return reply;
    });
    callbacks.onMessage('text', () => {
      order.push(3);
      return { ...reply, fields: { ...reply.fields, Content: 'second' } };
    });
    expect((await callbacks.handle(plain(textXml))).body).toContain('你好');
    expect(order).toEqual([1, 2, 3]);
    expect(heard.find(({ type }) => type === 'callback.answered')).toMatchObject({ how: 'reply' });
  });

  it('of its own making keeps body and type', async () => {
    const { callbacks } = receiver();
    const body = '{"ErrCode":0,"ErrMsg":"success"}';
    callbacks.onEvent('CLICK', () => ({ type: 'raw', body, contentType: 'application/json' }));
    expect(await callbacks.handle(plain(click('a')))).toEqual({
      status: 200,
      contentType: 'application/json',
      body,
    });
  });

  it('is encrypted in safe mode, "success" is not, and a reply may ask not to be', async () => {
    const { callbacks } = receiver({ encodingAesKey: [otherKey, key] });
    const asked = (body: string) => {
      const encrypted = encrypt(body);
      nonces += 1;
      return encryptedPost(encrypted, xmlEnvelope(encrypted), { nonce: `n${nonces}` });
    };
    callbacks.onMessage('text', () => reply);
    callbacks.onEvent('CLICK', ({ EventKey }) =>
      EventKey === 'raw' ? { type: 'raw', body: 'ok', contentType: 'text/x', encrypt: false } : undefined,
    );
    const sealed = await callbacks.handle(asked(textXml));
    expect(sealed.body).toContain('<Encrypt>');
    expect(sealed.body).not.toContain('你好');
    expect(await callbacks.handle(asked(click('none')))).toEqual(success);
    expect(await callbacks.handle(asked(click('raw')))).toEqual({
      status: 200,
      contentType: 'text/x',
      body: 'ok',
    });
    const encrypted = encrypt(JSON.stringify({ ...textContent, MsgId: '9' }));
    const json = await callbacks.handle(
      encryptedPost(encrypted, jsonEnvelope(encrypted), { nonce: 'n-json' }),
    );
    expect(Object.keys(JSON.parse(json.body))).toContain('Encrypt');
  });

  it('goes to a repetition, too, encrypted anew', async () => {
    const { callbacks, types } = receiver({ encodingAesKey: key });
    let calls = 0;
    callbacks.onMessage('text', () => {
      calls += 1;
      return reply;
    });
    const again = async (nonce: string) => {
      const encrypted = encrypt(textXml);
      return callbacks.handle(encryptedPost(encrypted, xmlEnvelope(encrypted), { nonce }));
    };
    const answers = [await again('a1'), await again('a2')];
    expect(calls).toBe(1);
    expect(answers[0]?.body).toContain('<Encrypt>');
    expect(answers[1]?.body).toContain('<Encrypt>');
    expect(answers[1]?.body).not.toBe(answers[0]?.body);
    expect(types().filter((type) => type === 'callback.answered')).toHaveLength(2);
  });

  it('leaves after answerWithinMs, and a late reply goes elsewhere', async () => {
    const { callbacks, clock } = receiver();
    const late: unknown[] = [];
    callbacks.onLateReply((lateReply, message) => void late.push(lateReply, message.Content));
    callbacks.onMessage('text', async () => {
      await clock.sleep(12_000);
      return reply;
    });
    const answer = callbacks.handle(plain(textXml));
    await clock.advance(499);
    expect(await isSettled(answer)).toBe(false);
    await clock.advance(1);
    expect(await answer).toEqual(success);
    await clock.advance(12_000);
    expect(late).toEqual([reply, '测试😀']);
    // A person who got the late reply does not get it a second time.
    expect(await callbacks.handle(plain(textXml))).toEqual(success);
  });

  it('that comes late and has nowhere to go is told', async () => {
    const { callbacks, clock, types } = receiver({ answerWithinMs: 0 });
    callbacks.onMessage('text', async () => {
      await clock.sleep(1);
      return reply;
    });
    const answer = callbacks.handle(plain(textXml));
    await clock.advance(10);
    expect(await answer).toEqual(success);
    expect(types()).toContain('callback.reply-late');
  });

  it('that cannot be written is told, and the handler is not called again', async () => {
    const { callbacks, clock } = receiver();
    const errors: unknown[] = [];
    let calls = 0;
    callbacks.onError((_, { next }) => void errors.push(next));
    callbacks.onMessage('text', () => {
      calls += 1;
      return { type: 'message', fields: { MsgType: 'text', 'not a name': 'x' } };
    });
    expect(await callbacks.handle(plain(textXml))).toEqual(success);
    await clock.advance(120_000);
    expect(errors).toEqual(['given-up']);
    expect(calls).toBe(1);
  });
});

describe('handlers that fail', () => {
  it('change nothing of the answer, and are called again with full jitter, then given back', async () => {
    const { callbacks, clock, heard } = receiver();
    const attempts: number[] = [];
    const told: unknown[] = [];
    callbacks.onError(
      (error, { next, context }) => void told.push([(error as Error).message, next, context.attempt]),
    );
    callbacks.onEvent('CLICK', (_, { attempt }) => {
      attempts.push(attempt);
      if (attempt < 5) throw new Error('not now');
    });
    expect(await callbacks.handle(plain(click('a')))).toEqual(success);
    await clock.advance(4_000);
    expect(attempts).toEqual([1, 2, 3]);
    expect(told).toEqual([
      ['not now', 'retry', 1],
      ['not now', 'retry', 2],
      ['not now', 'given-back', 3],
    ]);
    await clock.advance(600_000);
    expect(attempts).toEqual([1, 2, 3, 4, 5]);
    expect(heard.filter(({ type }) => type === 'callback.handled')).toHaveLength(1);
    expect(heard.filter(({ type }) => type === 'callback.taken-over')).toHaveLength(2);
  });

  it('are called again alone: those that ended well are not', async () => {
    const { callbacks, clock } = receiver();
    const calls: string[] = [];
    callbacks.onEvent('CLICK', () => void calls.push('good'));
    callbacks.onEvent('CLICK', async (_, { attempt }) => {
      calls.push('bad');
      if (attempt === 1) throw new Error('once');
    });
    callbacks.onEvent('CLICK', () => void calls.push('other'));
    await callbacks.handle(plain(click('a')));
    await clock.advance(5_000);
    expect(calls).toEqual(['good', 'bad', 'other', 'bad']);
  });

  it('are not called for ever', async () => {
    const { callbacks, clock, heard } = receiver();
    let calls = 0;
    callbacks.onEvent('CLICK', () => {
      calls += 1;
      throw new Error('never');
    });
    await callbacks.handle(plain(click('a')));
    for (let hour = 0; hour < 24; hour += 1) await clock.advance(3_600_000);
    expect(calls).toBe(20);
    const last = heard.filter(({ type }) => type === 'callback.failed').at(-1);
    expect(last).toMatchObject({ next: 'given-up', attempt: 20, error: 'Error: never' });
  });

  it('are given to another by a repetition of the platform', async () => {
    const { callbacks, clock } = receiver({ maxRetries: 0 });
    let calls = 0;
    callbacks.onEvent('CLICK', () => {
      calls += 1;
      if (calls === 1) throw new Error('once');
    });
    await callbacks.handle(plain(click('a')));
    await clock.advance(0);
    await callbacks.handle(plain(click('a')));
    expect(calls).toBe(2);
  });

  it('a listener that throws harms nothing', async () => {
    const { callbacks, clock } = receiver({ maxRetries: 1 });
    const warnings: string[] = [];
    const onWarning = (warning: Error) => void warnings.push(warning.message);
    process.on('warning', onWarning);
    let calls = 0;
    callbacks.onError(() => {
      throw new Error('listener');
    });
    callbacks.onEvent('CLICK', () => {
      calls += 1;
      throw new Error('handler');
    });
    expect(await callbacks.handle(plain(click('a')))).toEqual(success);
    await clock.advance(2_000);
    expect(calls).toBe(2);
    process.off('warning', onWarning);
    expect(warnings).toContain('onError threw for a handler of the event "CLICK"');
  });
});

describe('several receivers of one account', () => {
  /** Two that share an inbox, as two processes do. */
  function pair(handle: (attempt: number, signal: AbortSignal, clock: ManualClock) => Promise<void>) {
    const clock = new ManualClock(nowMs);
    const inbox = new MemoryCallbackInbox({ clock });
    const calls: string[] = [];
    const members = ['one', 'other'].map((name) => {
      const member = receiver({ clock, inbox, leaseMs: 1_000 });
      member.callbacks.onEvent('CLICK', async (_, { attempt, signal }) => {
        calls.push(`${name} ${attempt}`);
        await handle(attempt, signal, clock);
      });
      return member;
    });
    const [one, other] = members as [Member, Member];
    return { clock, inbox, calls, one, other };
  }
  type Member = ReturnType<typeof receiver>;

  it('F121: a handler of 12 s keeps its event, however short the lease, and its repetitions are answered at once', async () => {
    const { clock, calls, one, other } = pair((_, __, { sleep }) => sleep.call(clock, 12_000));
    const answers: unknown[] = [];
    for (const { callbacks } of [one, other, one]) {
      void callbacks.handle(plain(click('a'))).then((answer) => answers.push(answer));
      await clock.advance(500);
      expect(answers).toEqual(Array(answers.length).fill(success));
      await clock.advance(4_500);
    }
    expect(answers).toHaveLength(3);
    await clock.advance(30_000);
    expect(calls).toEqual(['one 1']);
    expect(one.types()).toContain('callback.handled');
  });

  it('an event of one that is silent goes to the other, and the first is told', async () => {
    const clock = new ManualClock(nowMs);
    const inbox = new MemoryCallbackInbox({ clock });
    let isCut = true;
    const step = <Answer>(take: () => Promise<Answer>) =>
      isCut ? Promise.reject(new Error('away')) : take();
    const facade: CallbackInbox = {
      take: (entry) => inbox.take(entry),
      renew: (lease, leaseMs) => step(() => inbox.renew(lease, leaseMs)),
      finish: (lease, reply) => step(() => inbox.finish(lease, reply)),
      giveBack: (lease, delayMs) => step(() => inbox.giveBack(lease, delayMs)),
      takeAbandoned: (...asked) => step(() => inbox.takeAbandoned(...asked)),
      close: () => inbox.close(),
    };
    const one = receiver({ clock, inbox: facade, leaseMs: 1_000 });
    const other = receiver({ clock, inbox, leaseMs: 1_000 });
    const calls: string[] = [];
    one.callbacks.onAny(async (_, { attempt, signal }) => {
      calls.push(`one ${attempt}`);
      await clock.sleep(60_000, signal);
    });
    other.callbacks.onAny((_, { attempt }) => void calls.push(`other ${attempt}`));
    const answer = one.callbacks.handle(plain(click('a')));
    await clock.advance(3_000);
    expect(await answer).toEqual(success);
    isCut = false;
    await clock.advance(1_000);
    expect(calls).toEqual(['one 1', 'other 2']);
    expect(one.types()).toEqual(expect.arrayContaining(['store.trouble', 'callback.lease-lost']));
    expect(one.types()).not.toContain('callback.failed');
    expect(one.types()).not.toContain('callback.handled');
    expect(other.types()).toEqual(['callback.taken-over', 'callback.handled']);
  });

  it('one that took its own event up once more goes on with it, and handles it once', async () => {
    const clock = new ManualClock(nowMs);
    const inbox = new MemoryCallbackInbox({ clock });
    const { callbacks, types } = receiver({ clock, inbox, leaseMs: 1_000 });
    let calls = 0;
    callbacks.onEvent('CLICK', async () => {
      calls += 1;
      await clock.sleep(10_000);
    });
    const renew = inbox.renew.bind(inbox);
    let lost = 4;
    inbox.renew = (lease, leaseMs) => {
      lost -= 1;
      return lost > 0 ? Promise.reject(new Error('away')) : renew(lease, leaseMs);
    };
    const answer = callbacks.handle(plain(click('a')));
    await clock.advance(500);
    await answer;
    await clock.advance(20_000);
    expect(calls).toBe(1);
    expect(types().filter((type) => type === 'callback.handled')).toHaveLength(1);
    expect(types()).not.toContain('callback.lease-lost');
    expect(await callbacks.handle(plain(click('a')))).toEqual(success);
    expect(calls).toBe(1);
  });

  it('an inbox that is away when a handler ends is told later, and the event is not handled again', async () => {
    const { clock, inbox, calls, one, other } = pair(async () => undefined);
    const finish = inbox.finish.bind(inbox);
    let failures = 3;
    inbox.finish = (lease, reply) => {
      failures -= 1;
      return failures >= 0 ? Promise.reject(new Error('away')) : finish(lease, reply);
    };
    expect(await one.callbacks.handle(plain(click('a')))).toEqual(success);
    await clock.advance(10_000);
    expect(await other.callbacks.handle(plain(click('a')))).toEqual(success);
    expect(calls).toEqual(['one 1']);
    expect(one.types()).toContain('callback.handled');
  });

  it('look for abandoned events only while they have handlers', async () => {
    const clock = new ManualClock(nowMs);
    const inbox = new MemoryCallbackInbox({ clock });
    let looks = 0;
    const takeAbandoned = inbox.takeAbandoned.bind(inbox);
    inbox.takeAbandoned = (...asked) => {
      looks += 1;
      return takeAbandoned(...asked);
    };
    const { callbacks } = receiver({ clock, inbox, leaseMs: 1_000 });
    await clock.advance(10_000);
    expect(looks).toBe(0);
    const take = callbacks.onAny(() => undefined);
    await clock.advance(10_000);
    expect(looks).toBeGreaterThan(10);
    take();
    await clock.advance(0);
    const before = looks;
    await clock.advance(10_000);
    expect(looks).toBe(before);
    expect(clock.sleeping).toBe(0);
  });
});

describe('refusals', () => {
  it('answer the status and no reason, and tell telemetry', async () => {
    const { callbacks, heard } = receiver();
    const forged = plainPost(textXml, { token: 'WRONG' });
    expect(await callbacks.handle(forged)).toEqual({
      status: 403,
      contentType: 'text/plain; charset=utf-8',
      body: 'refused',
    });
    expect(heard).toMatchObject([{ type: 'callback.refused', reason: 'signature', status: 403 }]);
    expect(JSON.stringify(heard)).not.toContain(token);
  });

  it('a signature that comes again with another body is a replay, with the same a repetition', async () => {
    const { callbacks, heard } = receiver();
    let calls = 0;
    callbacks.onEvent('CLICK', () => {
      calls += 1;
    });
    expect((await callbacks.handle(plainPost(click('a')))).status).toBe(200);
    expect((await callbacks.handle(plainPost(click('b')))).status).toBe(403);
    expect((await callbacks.handle(plainPost(click('a')))).status).toBe(200);
    expect(calls).toBe(1);
    expect(heard.find(({ type }) => type === 'callback.refused')).toMatchObject({ reason: 'replayed' });
  });

  it('an inbox that cannot be asked, or is too slow, lets the platform come again', async () => {
    const away = { ...fakeInbox(), take: () => Promise.reject(new Error('away')) };
    const failing = receiver({ inbox: away });
    expect((await failing.callbacks.handle(plain(textXml))).status).toBe(503);
    const slow = receiver({ inbox: { ...fakeInbox(), take: never } });
    expect((await slow.callbacks.handle(plain(textXml))).status).toBe(503);
    expect(slow.heard).toMatchObject([{ reason: 'inbox', status: 503 }]);
  });

  it('what was taken in too late is handled all the same, once', async () => {
    let letIn: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      letIn = resolve;
    });
    const inbox = new MemoryCallbackInbox({ clock: new ManualClock(nowMs) });
    const take = inbox.take.bind(inbox);
    inbox.take = async (entry) => {
      const answer = await take(entry);
      await gate;
      return answer;
    };
    const { callbacks, clock } = receiver({ inbox });
    let calls = 0;
    callbacks.onMessage('text', () => {
      calls += 1;
    });
    expect((await callbacks.handle(plain(textXml))).status).toBe(503);
    letIn();
    await clock.advance(0);
    expect(await callbacks.handle(plain(textXml))).toEqual(success);
    expect(calls).toBe(1);
  });

  it('the check of the address is answered with its echo', async () => {
    const { callbacks } = receiver();
    const query = { signature: sign(token, timestamp, 'n'), timestamp, nonce: 'n', echostr: '12<b>' };
    expect(await callbacks.handle(get(query))).toEqual({ ...success, body: '12<b>' });
  });
});

describe('close', () => {
  it('waits for what is under way and takes nothing more', async () => {
    const { callbacks, clock, heard } = receiver();
    let isDone = false;
    callbacks.onMessage('text', async () => {
      await clock.sleep(3_000);
      isDone = true;
    });
    const answer = callbacks.handle(plain(textXml));
    await clock.advance(500);
    await answer;
    const closing = callbacks.close();
    expect((await callbacks.handle(plain(click('a')))).status).toBe(503);
    await clock.advance(3_000);
    await closing;
    expect(isDone).toBe(true);
    expect(heard.some(({ type }) => type === 'callback.handled')).toBe(true);
    expect(clock.sleeping).toBe(0);
  });

  it('gives back what has not ended after the grace, and tells its handler', async () => {
    const inbox = new MemoryCallbackInbox({ clock: new ManualClock(nowMs) });
    const { callbacks, clock } = receiver({ inbox });
    let signal: AbortSignal | undefined;
    callbacks.onMessage('text', (_, context) => {
      signal = context.signal;
      return never();
    });
    const answer = callbacks.handle(plain(textXml));
    await clock.advance(500);
    await answer;
    const closing = callbacks.close(1_000);
    expect(signal?.aborted).toBe(false);
    await clock.advance(1_000);
    await closing;
    expect(signal?.aborted).toBe(true);
    expect(await inbox.takeAbandoned(receiveId, 10, 1_000)).toHaveLength(1);
    expect(clock.sleeping).toBe(0);
  });

  it('does not wait for an event that waits to be handled again', async () => {
    const inbox = new MemoryCallbackInbox({ clock: new ManualClock(nowMs) });
    const { callbacks, clock } = receiver({ inbox });
    callbacks.onMessage('text', () => Promise.reject(new Error('not now')));
    await callbacks.handle(plain(textXml));
    await clock.advance(0);
    await callbacks.close();
    expect(await inbox.takeAbandoned(receiveId, 10, 1_000)).toHaveLength(1);
  });
});

function fakeInbox() {
  const no = () => Promise.resolve(false);
  const nothing = { takeAbandoned: () => Promise.resolve([]), close: () => Promise.resolve() };
  return { renew: no, finish: no, giveBack: no, ...nothing };
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}
