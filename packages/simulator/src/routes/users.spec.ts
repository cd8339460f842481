import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { APP_ID, Caller } from '../../test/support/caller.js';
import { DEFAULT_APP_SECRET } from '../options/options.js';
import type { Simulator } from '../simulator.js';
import { startSimulator } from '../start-simulator.js';

const FOLLOWERS = Array.from({ length: 7 }, (_, index) => `oTEST00000000000000000000${index}`);
const [FIRST = '', SECOND = ''] = FOLLOWERS;
const STRANGER = 'oTEST999999999999999999999';

let simulator: Simulator;
let caller: Caller;

beforeEach(async () => {
  simulator = await startSimulator({
    accounts: [{ appId: APP_ID, appSecret: DEFAULT_APP_SECRET, followers: FOLLOWERS }],
    limits: { followersPerPage: 3 },
  });
  caller = new Caller(simulator);
});

afterEach(() => simulator.close());

describe('followers', () => {
  it('are listed page by page, each going on after the last openid of the one before', async () => {
    const pages: unknown[] = [];
    let next = '';
    do {
      const page = await caller.ask('/cgi-bin/user/get', next === '' ? {} : { next_openid: next });
      pages.push(page);
      next = String(page.next_openid);
    } while (next !== '');
    expect(pages).toEqual([
      { total: 7, count: 3, data: { openid: FOLLOWERS.slice(0, 3) }, next_openid: FOLLOWERS[2] },
      { total: 7, count: 3, data: { openid: FOLLOWERS.slice(3, 6) }, next_openid: FOLLOWERS[5] },
      { total: 7, count: 1, data: { openid: FOLLOWERS.slice(6) }, next_openid: FOLLOWERS[6] },
      { total: 7, count: 0, next_openid: '' },
    ]);
  });

  it('come and go', async () => {
    simulator.users.unfollow(APP_ID, FIRST);
    expect(await caller.send({ touser: FIRST })).toMatchObject({ errcode: 43004 });
    simulator.users.follow(APP_ID, FIRST);
    expect(await caller.send({ touser: FIRST })).toMatchObject({ errcode: 0 });
  });

  it('are described, and of others only that they do not follow', async () => {
    expect(await caller.ask('/cgi-bin/user/info', { openid: FIRST, lang: 'zh_CN' })).toMatchObject({
      subscribe: 1,
      openid: FIRST,
      language: 'zh_CN',
      tagid_list: [],
    });
    expect(await caller.ask('/cgi-bin/user/info', { openid: STRANGER })).toEqual({
      subscribe: 0,
      openid: STRANGER,
    });
    expect(await caller.ask('/cgi-bin/user/info', { openid: 'x' })).toMatchObject({ errcode: 40003 });
  });

  it('are described in batches of at most 100', async () => {
    const batch = (openids: string[]) =>
      caller.tell('/cgi-bin/user/info/batchget', { user_list: openids.map((openid) => ({ openid })) });
    const { user_info_list: profiles } = await batch([FIRST, STRANGER]);
    expect(profiles).toEqual([expect.objectContaining({ subscribe: 1 }), { subscribe: 0, openid: STRANGER }]);
    expect(await batch([])).toMatchObject({ errcode: 40032 });
    expect(await batch(Array.from({ length: 101 }, () => FIRST))).toMatchObject({ errcode: 40032 });
    expect(await batch(['x'])).toMatchObject({ errcode: 40003 });
  });

  it('can carry a remark of fewer than 30 characters', async () => {
    const remark = (text: string) =>
      caller.tell('/cgi-bin/user/info/updateremark', { openid: FIRST, remark: text });
    expect(await remark('老客户')).toMatchObject({ errcode: 0 });
    expect(await caller.ask('/cgi-bin/user/info', { openid: FIRST })).toMatchObject({ remark: '老客户' });
    expect(await remark('长'.repeat(30))).toMatchObject({ errcode: 40092 });
  });
});

describe('tags', () => {
  const create = (name: string) => caller.tell('/cgi-bin/tags/create', { tag: { name } });

  it('are created, renamed, listed and deleted', async () => {
    const { tag } = await create('广东');
    expect(tag).toEqual({ id: 100, name: '广东' });
    expect(await caller.tell('/cgi-bin/tags/update', { tag: { id: 100, name: '广东人' } })).toMatchObject({
      errcode: 0,
    });
    expect(await caller.ask('/cgi-bin/tags/get')).toEqual({ tags: [{ id: 100, name: '广东人', count: 0 }] });
    expect(await caller.tell('/cgi-bin/tags/delete', { tag: { id: 100 } })).toMatchObject({ errcode: 0 });
    expect(await caller.tell('/cgi-bin/tags/delete', { tag: { id: 100 } })).toMatchObject({ errcode: 45159 });
  });

  it('are refused with an empty, taken or long name, of the system, or beyond 100', async () => {
    await create('a');
    expect(await create('')).toMatchObject({ errcode: 45157 });
    expect(await create('a')).toMatchObject({ errcode: 45157 });
    expect(await create('长'.repeat(11))).toMatchObject({ errcode: 45158 });
    expect(await caller.tell('/cgi-bin/tags/delete', { tag: { id: 2 } })).toMatchObject({ errcode: 45058 });
    for (let index = 1; index < 100; index += 1) await create(`t${index}`);
    expect(await create('one more')).toMatchObject({ errcode: 45056 });
  });

  it('are put on users and taken off again', async () => {
    await create('a');
    const change = (how: string) =>
      caller.tell(`/cgi-bin/tags/members/${how}`, { tagid: 100, openid_list: [FIRST, SECOND] });
    expect(await change('batchtagging')).toMatchObject({ errcode: 0 });
    expect(await caller.tell('/cgi-bin/tags/getidlist', { openid: FIRST })).toEqual({ tagid_list: [100] });
    expect(await caller.tell('/cgi-bin/user/tag/get', { tagid: 100 })).toMatchObject({
      count: 2,
      data: { openid: [FIRST, SECOND] },
      next_openid: SECOND,
    });
    expect(await change('batchuntagging')).toMatchObject({ errcode: 0 });
    expect(await caller.tell('/cgi-bin/user/tag/get', { tagid: 100 })).toMatchObject({ count: 0 });
  });

  it('take at most 50 users at once, and a user takes at most 20', async () => {
    const openid_list = Array.from({ length: 51 }, () => FIRST);
    await create('a');
    expect(
      await caller.tell('/cgi-bin/tags/members/batchtagging', { tagid: 100, openid_list }),
    ).toMatchObject({
      errcode: 40032,
    });
    let last: unknown;
    for (let index = 0; index <= 20; index += 1) {
      await create(`t${index}`);
      last = await caller.tell('/cgi-bin/tags/members/batchtagging', {
        tagid: 101 + index,
        openid_list: [FIRST],
      });
    }
    expect(last).toMatchObject({ errcode: 45059 });
  });
});

describe('the blacklist', () => {
  it('keeps messages away from those on it', async () => {
    const openid_list = [FIRST];
    expect(await caller.tell('/cgi-bin/tags/members/batchblacklist', { openid_list })).toMatchObject({
      errcode: 0,
    });
    expect(await caller.tell('/cgi-bin/tags/members/getblacklist', { begin_openid: '' })).toMatchObject({
      total: 1,
      data: { openid: [FIRST] },
    });
    expect(await caller.send({ touser: FIRST })).toMatchObject({ errcode: 43019 });
    expect(await caller.tell('/cgi-bin/tags/members/batchunblacklist', { openid_list })).toMatchObject({
      errcode: 0,
    });
    expect(await caller.send({ touser: FIRST })).toMatchObject({ errcode: 0 });
  });
});
