import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageOf } from '../src/pushes/message-of-line.js';
import type { RecipientLine } from '../src/pushes/recipient-csv.js';

const recipient: RecipientLine = {
  line: 2,
  openid: 'o1',
  key: 'order-1',
  url: undefined,
  fields: { thing1: '茶', amount2: '1元' },
};
const idOf = (change: Partial<RecipientLine>, push = 'p', template = 'T') =>
  messageOf(push, template, { ...recipient, ...change }).requestId;

describe('the key of a message', () => {
  it('is the same for the same line elsewhere, whatever the order of the columns', () => {
    expect(idOf({ line: 99, fields: { amount2: '1元', thing1: '茶' } })).toBe(idOf({}));
  });

  it.each<[string, string]>([
    ['person', idOf({ openid: 'o2' })],
    ['business key', idOf({ key: 'order-2' })],
    ['url', idOf({ url: 'https://a.test/' })],
    ['value', idOf({ fields: { thing1: '咖啡', amount2: '1元' } })],
    ['field', idOf({ fields: { thing2: '茶', amount2: '1元' } })],
    ['push', idOf({}, 'q')],
    ['template', idOf({}, 'p', 'U')],
  ])('is another for another %s', (_, id) => {
    expect(id).not.toBe(idOf({}));
  });

  it('fits what the client takes as a requestId', () => {
    const name = fc.stringMatching(/^[\w.-]{1,60}$/);
    fc.assert(
      fc.property(name, fc.string(), (push, key) => {
        expect(idOf({ key }, push)).toMatch(/^[\w.:-]{1,128}$/);
      }),
    );
  });
});
