import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallbackFields } from '../callback-content.js';
import { readContent, writeContent } from '../content/index.js';
import { callbackName } from './callback-name.js';
import { eventKeyOf } from './event-key.js';

const header = { ToUserName: 'gh_1', FromUserName: 'o1', CreateTime: '1700000000' };
const event = { ...header, MsgType: 'event' };
const text = { ...header, MsgType: 'text', MsgId: '4561255354251345929', Content: 'a' };

function keyOf(content: CallbackFields, account = 'wx1', accountFields = ['AgentID']): string {
  return eventKeyOf({ account, accountFields }, callbackName(content), content);
}

describe('F118: what differs is not the same event', () => {
  const pairs: readonly (readonly [string, CallbackFields, CallbackFields])[] = [
    [
      'two media checks of one second',
      { ...event, Event: 'wxa_media_check', trace_id: 't1' },
      { ...event, Event: 'wxa_media_check', trace_id: 't2' },
    ],
    [
      'two new contacts of one second',
      {
        ...event,
        Event: 'change_external_contact',
        ChangeType: 'add_external_contact',
        ExternalUserID: 'w1',
      },
      {
        ...event,
        Event: 'change_external_contact',
        ChangeType: 'add_external_contact',
        ExternalUserID: 'w2',
      },
    ],
    [
      'two approvals by sys, told apart within',
      { ...event, FromUserName: 'sys', Event: 'sys_approval_change', ApprovalInfo: { SpNo: '1' } },
      { ...event, FromUserName: 'sys', Event: 'sys_approval_change', ApprovalInfo: { SpNo: '2' } },
    ],
    [
      'events of two agents',
      { ...event, Event: 'click', AgentID: '1' },
      { ...event, Event: 'click', AgentID: '2' },
    ],
    ['messages of two agents', { ...text, AgentID: '1' }, { ...text, AgentID: '2' }],
    ['messages of two senders under one id', text, { ...text, FromUserName: 'o2' }],
    ['messages of two types under one id', text, { ...text, MsgType: 'image' }],
    ['messages about two articles', { ...text, MsgDataId: '1' }, { ...text, MsgDataId: '2' }],
    [
      'messages about two parts',
      { ...text, MsgDataId: '1', Idx: '1' },
      { ...text, MsgDataId: '1', Idx: '2' },
    ],
    ['messages without an id', { ...text, MsgId: '' }, { ...text, MsgId: '', Content: 'b' }],
    ['messages whose id is 0', { ...text, MsgId: '0' }, { ...text, MsgId: '0', Content: 'b' }],
    ['ids beyond what a number holds', text, { ...text, MsgId: '4561255354251345930' }],
    [
      'ids with and without a leading zero',
      { ...event, Event: 'e', Id: '012' },
      { ...event, Event: 'e', Id: '12' },
    ],
    ['an event and a message of that name', { ...event, Event: 'text' }, { ...header, MsgType: 'text' }],
    ['a list of one and its only item', { ...event, Event: 'e', L: ['a'] }, { ...event, Event: 'e', L: 'a' }],
    [
      'text on either side of a border',
      { ...event, Event: 'ab', Key: 'c' },
      { ...event, Event: 'a', Key: 'bc' },
    ],
    [
      'a field and its text',
      { ...event, Event: 'e', A: { B: '1' } },
      { ...event, Event: 'e', A: '{"B":"1"}' },
    ],
  ];
  it.each(pairs)('%s', (_, one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });

  it('the same event of two accounts', () => {
    expect(keyOf({ ...event, Event: 'e' }, 'wx1')).not.toBe(keyOf({ ...event, Event: 'e' }, 'wx2'));
  });

  it('any two events that differ in anything', () => {
    const fields = fc.dictionary(fc.constantFrom('Event', 'Key', 'Id', 'FromUserName', 'x'), fc.string());
    fc.assert(
      fc.property(fields, fields, (one, other) => {
        const content = [one, other].map((own) => ({ ...event, Event: 'e', ...own }));
        const isSame = canonical(content[0]) === canonical(content[1]);
        expect(keyOf(content[0] ?? {}) === keyOf(content[1] ?? {})).toBe(isSame);
      }),
    );
  });
});

function canonical(content: CallbackFields = {}): string {
  return JSON.stringify(Object.entries(content).sort(([one], [other]) => (one < other ? -1 : 1)));
}

it('F119: three reports of finished templates in one second are three events', () => {
  const ids = ['200000001', '200000002', '200000003'];
  const keys = ids.map((MsgID) =>
    keyOf({ ...event, Event: 'TEMPLATESENDJOBFINISH', MsgID, Status: 'success' }),
  );
  expect(new Set(keys).size).toBe(3);
});

describe('what is the same is the same event', () => {
  it('in any order of its fields, and as XML or JSON', () => {
    const content = { ...event, Event: 'e', List: [{ A: '1', B: '2' }, { A: '3' }], Empty: '' };
    const reordered = Object.fromEntries(Object.entries(content).reverse());
    expect(keyOf(reordered)).toBe(keyOf(content));
    for (const format of ['xml', 'json'] as const) {
      expect(keyOf(readContent(writeContent(content, format)).content)).toBe(keyOf(content));
    }
  });

  it('a message by its id, also where the platform fills something in later', () => {
    expect(keyOf({ ...text, Recognition: 'a' })).toBe(keyOf(text));
  });
});
