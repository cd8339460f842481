import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AllowList, parseAllowEntry } from './allow-list.js';

const noon = Date.UTC(2026, 0, 1, 12);

function listAt(nowMs = noon) {
  const time = { nowMs };
  return { time, list: new AllowList({ groups: ['support'], requestIds: ['r1'] }, () => time.nowMs) };
}

describe('AllowList', () => {
  it('has the groups and messages that the options name, and no others', () => {
    const { list } = listAt();
    expect(list.has({ group: 'support' })).toBe(true);
    expect(list.has({ requestId: 'r1' })).toBe(true);
    expect(list.has({ group: 'batch', requestId: 'r1' })).toBe(true);
    expect(list.has({ group: 'batch', requestId: 'r2' })).toBe(false);
    expect(list.has({ group: 'r1', requestId: 'support' })).toBe(false);
    expect(list.has({})).toBe(false);
  });

  it('has what the fleet allows until it ends', () => {
    const { list, time } = listAt();
    list.replaceShared([
      { type: 'group', name: 'batch', until: noon + 1000 },
      { type: 'request', name: 'r2', until: noon + 2000, reason: 'a promise to a customer' },
    ]);
    expect([list.has({ group: 'batch' }), list.has({ requestId: 'r2' })]).toEqual([true, true]);
    time.nowMs = noon + 1000;
    expect([list.has({ group: 'batch' }), list.has({ requestId: 'r2' })]).toEqual([false, true]);
    time.nowMs = noon + 2000;
    expect(list.has({ requestId: 'r2' })).toBe(false);
  });

  it('lets go of what the fleet no longer shares, and keeps what the options say', () => {
    const { list } = listAt();
    list.replaceShared([{ type: 'group', name: 'batch', until: noon + 1000 }]);
    list.replaceShared([]);
    expect(list.has({ group: 'batch' })).toBe(false);
    expect(list.has({ group: 'support' })).toBe(true);
  });

  it('lets the later end hold where one is allowed twice', () => {
    const { list, time } = listAt();
    list.replaceShared([
      { type: 'group', name: 'batch', until: noon + 5000 },
      { type: 'group', name: 'batch', until: noon + 1000 },
    ]);
    time.nowMs = noon + 3000;
    expect(list.has({ group: 'batch' })).toBe(true);
  });

  it('means calls without a group by "default"', () => {
    const { list } = listAt();
    list.replaceShared([{ type: 'group', name: 'default', until: noon + 1000 }]);
    expect(list.has({})).toBe(true);
  });
});

describe('parseAllowEntry', () => {
  it('reads what was written as JSON', () => {
    const entry = { type: 'request', name: 'r2', reason: 'once', until: noon } as const;
    expect(parseAllowEntry(JSON.stringify(entry))).toEqual(entry);
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"type":"tenant","name":"a","until":1}',
    '{"type":"group","name":"a"}',
  ])('ignores %s', (text) => {
    expect(parseAllowEntry(text)).toBeUndefined();
  });

  it('throws for no text at all', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parseAllowEntry(text)));
  });
});
