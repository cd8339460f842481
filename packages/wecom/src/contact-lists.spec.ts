import { ApiError, type CallOptions, isWechatErrorOf } from '@wetempo/core';
import { describe, expect, it } from 'vitest';
import { withCustomerLists, withGroupLists, withMemberLists, withMessageLists } from './contact-lists.js';

/** Methods of which one answers from a list of pages and keeps what it was asked. */
function answering(...pages: readonly unknown[]) {
  const asked: Record<string, unknown>[] = [];
  const options: (CallOptions | undefined)[] = [];
  const method = async (request: Record<string, unknown>, given?: CallOptions) => {
    asked.push(request);
    options.push(given);
    const page = pages[asked.length - 1];
    if (page instanceof Error) throw page;
    return page;
  };
  return { asked, options, method };
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

// A list reads with one method of its group; the others are not looked at.
// biome-ignore lint/suspicious/noExplicitAny: a group of methods with one of them
const group = (methods: object): any => methods;

const noCustomers = new ApiError({ errcode: 84_061, errmsg: 'not external contact' });

describe('user.listAllIds', () => {
  it('reads page after page until no cursor is named', async () => {
    const members = ['a', 'b', 'c'].map((userid) => ({ userid, department: 1 }));
    const { asked, options, method } = answering(
      { dept_user: members.slice(0, 2), next_cursor: 'C1' },
      { dept_user: members.slice(2), next_cursor: '' },
    );
    const { listAllIds } = withMemberLists(group({ listIds: method }));
    expect(await collect(listAllIds({ group: 'batch' }))).toEqual(members);
    expect(asked).toEqual([{ limit: 10_000 }, { limit: 10_000, cursor: 'C1' }]);
    expect(options).toEqual([{ group: 'batch' }, { group: 'batch' }]);
  });

  it('goes on after an empty page', async () => {
    const { method } = answering(
      { dept_user: [], next_cursor: 'C1' },
      { next_cursor: 'C2' },
      { dept_user: [{ userid: 'a' }] },
    );
    const { listAllIds } = withMemberLists(group({ listIds: method }));
    expect(await collect(listAllIds())).toEqual([{ userid: 'a' }]);
  });

  it('does not go round in circles', async () => {
    const { asked, method } = answering({ next_cursor: 'C1' }, { next_cursor: 'C2' }, { next_cursor: 'C1' });
    const { listAllIds } = withMemberLists(group({ listIds: method }));
    const failure = await collect(listAllIds()).catch((error: unknown) => error);
    expect(isWechatErrorOf(failure, 'RESPONSE')).toBe(true);
    expect(asked).toHaveLength(3);
  });

  it('fetches a page only when it is needed', async () => {
    const { asked, method } = answering({ dept_user: [{ userid: 'a' }, { userid: 'b' }], next_cursor: 'C1' });
    const reader = withMemberLists(group({ listIds: method })).listAllIds();
    await reader.next();
    await reader.next();
    expect(asked).toHaveLength(1);
  });
});

describe('externalContact.listAllByUser', () => {
  const customers = (id: string) => ({ external_contact: { external_userid: id }, follow_info: {} });

  it('asks for 100 members at a time, each to the last page', async () => {
    const userids = Array.from({ length: 101 }, (_, index) => `u${index}`);
    const { asked, method } = answering(
      { external_contact_list: [customers('w1')], next_cursor: 'C1' },
      { external_contact_list: [customers('w2')], next_cursor: '' },
      { external_contact_list: [customers('w3')] },
    );
    const { listAllByUser } = withCustomerLists(group({ batchGetByUser: method }));
    expect(await collect(listAllByUser(userids))).toEqual(['w1', 'w2', 'w3'].map(customers));
    expect(asked).toEqual([
      { userid_list: userids.slice(0, 100), limit: 100 },
      { userid_list: userids.slice(0, 100), limit: 100, cursor: 'C1' },
      { userid_list: userids.slice(100), limit: 100 },
    ]);
  });

  it('takes members without customers for an empty list, and goes on with the others', async () => {
    const userids = Array.from({ length: 150 }, (_, index) => `u${index}`);
    const { method } = answering(noCustomers, { external_contact_list: [customers('w1')] });
    const { listAllByUser } = withCustomerLists(group({ batchGetByUser: method }));
    expect(await collect(listAllByUser(userids))).toEqual([customers('w1')]);
  });

  it('passes on what else fails', async () => {
    const failure = new ApiError({ errcode: 60_111, errmsg: 'userid not found' });
    const { method } = answering(failure);
    const { listAllByUser } = withCustomerLists(group({ batchGetByUser: method }));
    await expect(collect(listAllByUser(['u1']))).rejects.toBe(failure);
  });

  it('asks nothing for nobody', async () => {
    const { asked, method } = answering();
    const { listAllByUser } = withCustomerLists(group({ batchGetByUser: method }));
    expect(await collect(listAllByUser([]))).toEqual([]);
    expect(asked).toEqual([]);
  });
});

describe('customerGroup.listAll', () => {
  it('keeps the filter on every page', async () => {
    const { asked, method } = answering(
      { group_chat_list: [{ chat_id: 'w1' }], next_cursor: 'C1' },
      { group_chat_list: [{ chat_id: 'w2' }] },
    );
    const { listAll } = withGroupLists(group({ list: method }));
    expect(await collect(listAll({ status_filter: 0 }))).toEqual([{ chat_id: 'w1' }, { chat_id: 'w2' }]);
    expect(asked).toEqual([
      { status_filter: 0, limit: 1000 },
      { status_filter: 0, limit: 1000, cursor: 'C1' },
    ]);
  });
});

describe('kf.syncAll', () => {
  const request = { open_kfid: 'wk1', token: 'T1' };
  const sync = (...pages: readonly unknown[]) => {
    const { asked, method } = answering(...pages);
    return { asked, syncAll: withMessageLists(group({ syncMessages: method })).syncAll };
  };

  it('goes on while there is more, also after a page that was not full, and tells where to begin next time', async () => {
    const { asked, syncAll } = sync(
      { msg_list: [{ msgid: 'm1' }], has_more: 1, next_cursor: 'C1' },
      { msg_list: [], has_more: 1, next_cursor: 'C2' },
      { msg_list: [{ msgid: 'm2' }], has_more: 0, next_cursor: 'C3' },
    );
    expect(await collect(syncAll({ ...request, cursor: 'C0' }))).toEqual([
      { messages: [{ msgid: 'm1' }], cursor: 'C1' },
      { messages: [], cursor: 'C2' },
      { messages: [{ msgid: 'm2' }], cursor: 'C3' },
    ]);
    expect(asked.map(({ cursor }) => cursor)).toEqual(['C0', 'C1', 'C2']);
    expect(asked.every(({ token }) => token === 'T1')).toBe(true);
  });

  it('stops where there is no more, although a next page is named', async () => {
    const { asked, syncAll } = sync({ msg_list: [], has_more: 0, next_cursor: 'C1' });
    expect(await collect(syncAll(request))).toEqual([{ messages: [], cursor: 'C1' }]);
    expect(asked).toHaveLength(1);
  });

  it('keeps the cursor that it was given where the platform names none', async () => {
    const { syncAll } = sync({ msg_list: [], has_more: 0 });
    expect(await collect(syncAll({ ...request, cursor: 'C0' }))).toEqual([{ messages: [], cursor: 'C0' }]);
  });

  it('does not ask again from where it began', async () => {
    const { syncAll } = sync({ has_more: 1, next_cursor: 'C0' });
    const failure = await collect(syncAll({ ...request, cursor: 'C0' })).catch((error: unknown) => error);
    expect(isWechatErrorOf(failure, 'RESPONSE')).toBe(true);
  });
});
