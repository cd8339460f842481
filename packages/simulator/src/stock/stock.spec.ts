import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Caller } from '../../test/support/caller.js';
import { CorpCaller } from '../../test/support/corp-caller.js';
import type { Simulator } from '../simulator.js';
import { startSimulator } from '../start-simulator.js';
import { MINIPROGRAM_ROWS } from './miniprogram-rows.js';
import { MP_ROWS } from './mp-rows.js';
import { stockJson } from './stock-answer.js';
import { readRows } from './stock-row.js';
import { WECOM_ROWS } from './wecom-rows.js';

let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator();
});

afterAll(() => simulator.close());

describe('stock answers', () => {
  it.each([
    ['mp', MP_ROWS],
    ['miniprogram', MINIPROGRAM_ROWS],
    ['wecom', WECOM_ROWS],
  ])('every row of %s makes JSON', (_platform, text) => {
    const rows = readRows(text);
    expect(rows.length).toBeGreaterThan(100);
    for (const { answer } of rows) if (answer !== 'bytes') JSON.parse(stockJson(answer));
    expect(rows.filter(({ path }) => !path.startsWith('/'))).toEqual([]);
  });

  it('have the form of the answer, in lists, objects and maps, and end every listing', () => {
    const text =
      'POST /a b,c id:l,ok:b,has_more:b,next_cursor,list[{name,sub{n:i},t_time:i}],map<{v:n}>,ids[:i]';
    const [row] = readRows(text);
    expect(row).toMatchObject({ method: 'POST', path: '/a', required: ['b', 'c'] });
    if (row === undefined || row.answer === 'bytes') throw new Error('not read');
    expect(stockJson(row.answer)).toBe(
      '{"id":9007199254740993,"ok":true,"has_more":false,"next_cursor":"",' +
        '"list":[{"name":"NAME-1","sub":{"n":1},"t_time":1767312000}],"map":{"key1":{"v":1.5}},"ids":[1]}',
    );
  });

  it('come to those who have a token and name what must be named', async () => {
    const corp = new CorpCaller(simulator);
    const tag = { tagname: '值班' };
    expect(await corp.tell('/cgi-bin/tag/create', tag)).toMatchObject({ errcode: 0, tagid: 1 });
    expect(await corp.tell('/cgi-bin/tag/create', { name: 'x' })).toMatchObject({
      errcode: 40058,
      errmsg: expect.stringContaining('tagname'),
    });
    expect(await corp.post('/cgi-bin/tag/create', tag, { access_token: 'x' })).toMatchObject({
      errcode: 40014,
    });
    const caller = new Caller(simulator);
    expect(await caller.tell('/wxaapi/newtmpl/deltemplate', {})).toMatchObject({
      errcode: 40035,
      errmsg: expect.stringMatching(/priTmplId is missing rid: /),
    });
    expect(await caller.ask('/wxaapi/newtmpl/gettemplate')).toMatchObject({
      errcode: 0,
      data: [{ type: 1 }],
    });
  });

  it('a file is answered as one', async () => {
    const caller = new Caller(simulator);
    const token = await caller.stableToken();
    const response = await caller.raw('/wxa/get_qrcode', { access_token: token });
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.ok).toBe(true);
  });

  it('are struck by quotas and faults like the others, and give way to what a test defines', async () => {
    const limited = await startSimulator({
      limits: { perEndpointPerMinute: { '/cgi-bin/tag/list': 1 } },
      clock: { speed: 0 },
    });
    const corp = new CorpCaller(limited);
    expect(await corp.ask('/cgi-bin/tag/list')).toMatchObject({ errcode: 0 });
    expect(await corp.ask('/cgi-bin/tag/list')).toMatchObject({ errcode: 45009 });
    limited.faults.add({ kind: 'errcode', errcode: -1, path: '/cgi-bin/department/list' });
    expect(await corp.ask('/cgi-bin/department/list')).toMatchObject({ errcode: -1 });
    expect(limited.hits('/cgi-bin/tag/list')).toBe(2);
    await limited.close();
  });
});
