import { expect, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import { defineCallback } from './define-callback.js';
import { count, group, listOf, optionalCount, text } from './field-builders.js';

const header = { ToUserName: 'gh_1', FromUserName: 'o1', CreateTime: '1700000000' };
const photos = defineCallback({
  kind: 'event',
  name: 'pic_sysphoto',
  fields: {
    EventKey: text(),
    SendPicsInfo: group({
      Count: optionalCount(),
      PicList: group({ item: listOf(group({ PicMd5Sum: text() })) }),
    }),
  },
});
const event = { ...header, MsgType: 'event', Event: 'pic_sysphoto', EventKey: '007' };

const md5 = (PicMd5Sum: string) => ({ PicMd5Sum });
test.each([
  ['an empty element', '', []],
  ['no list at all', {}, []],
  ['one item', { item: md5('a') }, [md5('a')]],
  ['two items', { item: [md5('a'), md5('b')] }, [md5('a'), md5('b')]],
])('F117: %s gives the same shape of list', (_case, PicList, item) => {
  const parsed = photos.fields.parse({ ...event, SendPicsInfo: { Count: '1', PicList } });
  expect(parsed.SendPicsInfo).toEqual({ Count: 1, PicList: { item } });
});

test('F117: an empty group is a group, and an empty count is none', () => {
  expect(photos.fields.parse({ ...event, SendPicsInfo: '' }).SendPicsInfo).toEqual({ PicList: { item: [] } });
  const emptied = photos.fields.parse({ ...event, SendPicsInfo: { Count: '', PicList: '' } });
  expect(emptied.SendPicsInfo).toEqual({ PicList: { item: [] } });
});

test('the header is typed, counts are numbers, and what is not declared is kept', () => {
  const parsed = photos.fields.parse({ ...event, SendPicsInfo: '', Later: '1e5' });
  expect(parsed).toMatchObject({ CreateTime: 1_700_000_000, EventKey: '007', Later: '1e5' });
  expectTypeOf(parsed.CreateTime).toEqualTypeOf<number>();
  expectTypeOf(parsed.Event).toEqualTypeOf<string>();
  expectTypeOf(parsed.SendPicsInfo.PicList.item).toExtend<readonly { PicMd5Sum: string }[]>();
  expectTypeOf(photos.name).toEqualTypeOf<'pic_sysphoto'>();
});

test('a command has no sender', () => {
  const ticket = defineCallback({ kind: 'command', name: 'suite_ticket', fields: { SuiteTicket: text() } });
  expect(ticket.fields.parse({ InfoType: 'suite_ticket', SuiteTicket: 't' })).toEqual({
    InfoType: 'suite_ticket',
    SuiteTicket: 't',
  });
  expectTypeOf<z.output<typeof ticket.fields>['SuiteTicket']>().toEqualTypeOf<string>();
});

test.each([
  '1e5',
  '007',
  '9007199254740993',
  '',
  ' 1',
  '0x10',
  '1.',
  '+1',
  'Infinity',
  '0.12345678901234567',
  '-0',
])('a count is never guessed: %j is none', (written) => {
  expect(count().safeParse(written).success).toBe(false);
});

test.each([
  ['0', 0],
  ['-3', -3],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ['23.137466', 23.137466],
  ['113.35875200000000', 113.358752],
  ['2.0', 2],
])('the count %j is a number', (written, number) => {
  expect(count().parse(written)).toBe(number);
});
