import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Caller, OPENID } from '../../test/support/caller.js';
import type { Simulator } from '../simulator.js';
import { startSimulator } from '../start-simulator.js';

const button = [
  { type: 'click', name: '今日歌曲', key: 'V1001' },
  { name: '菜单', sub_button: [{ type: 'view', name: '搜索', url: 'https://example.com/' }] },
];

let simulator: Simulator;
let caller: Caller;

beforeEach(async () => {
  simulator = await startSimulator({ limits: { conditionalMenus: 2 } });
  caller = new Caller(simulator);
});

afterEach(() => simulator.close());

describe('the menu', () => {
  it('is created, read and deleted', async () => {
    expect(await caller.ask('/cgi-bin/menu/get')).toMatchObject({ errcode: 46003 });
    expect(await caller.tell('/cgi-bin/menu/create', { button })).toMatchObject({ errcode: 0 });
    expect(await caller.ask('/cgi-bin/menu/get')).toEqual({ menu: { button } });
    expect(await caller.ask('/cgi-bin/get_current_selfmenu_info')).toEqual({
      is_menu_open: 1,
      selfmenu_info: { button },
    });
    expect(await caller.ask('/cgi-bin/menu/delete')).toMatchObject({ errcode: 0 });
    expect(await caller.ask('/cgi-bin/menu/get')).toMatchObject({ errcode: 46003 });
  });

  it.each([
    [40016, []],
    [40016, Array.from({ length: 4 }, () => button[0])],
    [40018, [{ type: 'click', key: 'k' }]],
    [40017, [{ name: 'n' }]],
    [40019, [{ name: 'n', type: 'click' }]],
    [40020, [{ name: 'n', type: 'view' }]],
    [40023, [{ name: 'n', sub_button: Array.from({ length: 6 }, () => button[0]) }]],
    [40020, [{ name: 'n', sub_button: [{ name: 'm', type: 'view' }] }]],
  ])('is refused with %i for %j', async (errcode, wrong) => {
    expect(await caller.tell('/cgi-bin/menu/create', { button: wrong })).toMatchObject({ errcode });
  });

  it('has variants for tagged users, up to a number that gets 45010', async () => {
    const add = (matchrule: object) => caller.tell('/cgi-bin/menu/addconditional', { button, matchrule });
    expect(await add({ tag_id: '100' })).toMatchObject({ errcode: 65303 });
    await caller.tell('/cgi-bin/menu/create', { button: [button[0]] });
    expect(await add({})).toMatchObject({ errcode: 65304 });
    const { menuid } = await add({ tag_id: '100' });
    await add({ tag_id: '101' });
    expect(await add({ tag_id: '102' })).toMatchObject({ errcode: 45010 });
    expect((await caller.ask('/cgi-bin/menu/get')).conditionalmenu).toHaveLength(2);
    expect(await caller.tell('/cgi-bin/menu/delconditional', { menuid })).toMatchObject({ errcode: 0 });
    expect(await caller.tell('/cgi-bin/menu/delconditional', { menuid })).toMatchObject({ errcode: 65301 });
  });

  it('shows each user the variant that fits', async () => {
    const seen = () => caller.tell('/cgi-bin/menu/trymatch', { user_id: OPENID });
    await caller.tell('/cgi-bin/menu/create', { button: [button[0]] });
    await caller.tell('/cgi-bin/menu/addconditional', { button, matchrule: { tag_id: '100' } });
    expect(await seen()).toEqual({ button: [button[0]] });
    await caller.tell('/cgi-bin/tags/create', { tag: { name: 'a' } });
    await caller.tell('/cgi-bin/tags/members/batchtagging', { tagid: 100, openid_list: [OPENID] });
    expect(await seen()).toEqual({ button });
  });
});
