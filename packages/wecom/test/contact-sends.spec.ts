import type { AnyMessageEndpoint } from '@wetempo/core';
import { fields, ok, type Simulator, withCorpToken } from '@wetempo/simulator';
import { describe, expect, it } from 'vitest';
import { wecomEndpointGroups } from '../src/index.js';
import { agentId, bodiesOf, platformAndClient } from './fixtures.js';
import { contactRequestSamples } from './request-samples-contacts.js';

const { appChat, customerMessage, externalContact, kf, menu } = wecomEndpointGroups;
const sends = [appChat.send, kf.send, kf.sendOnEvent, externalContact.sendWelcome, customerMessage.create];

function serve(simulator: Simulator, { method, path }: { method: string; path: string }, answer = {}): void {
  simulator.define(withCorpToken(method as 'POST', path, () => ok(answer)));
}

function sampleOf({ name }: AnyMessageEndpoint): object {
  const [sample] = [contactRequestSamples[name] ?? []].flat();
  if (sample === undefined) throw new Error(`no sample of ${name}`);
  return sample;
}

describe.each(sends.map((send) => [send.name, send as AnyMessageEndpoint] as const))('%s', (_, send) => {
  it('goes out once for a requestId', async () => {
    const { simulator, wecom } = await platformAndClient();
    serve(simulator, send, { msgid: 'MSG-1' });
    const first = await wecom.call(send, sampleOf(send), { requestId: 'r1' });
    expect(first).toMatchObject({ status: 'sent', attempts: 1, replayed: false });
    const second = await wecom.call(send, sampleOf(send), { requestId: 'r1' });
    expect(second).toMatchObject({ status: 'sent', replayed: true });
    expect(simulator.hits(send.path)).toBe(1);
  });

  it.each([
    ['a lost answer', { kind: 'cut-after', times: 1 }],
    ['a busy platform', { kind: 'errcode', errcode: -1, processed: true, times: 1 }],
    ['a gateway that gave up', { kind: 'status', status: 502, times: 1 }],
  ] as const)('stays unknown after %s, also when it is asked for again', async (_name, fault) => {
    const { simulator, wecom } = await platformAndClient();
    serve(simulator, send, { msgid: 'MSG-1' });
    simulator.faults.add({ ...fault, path: send.path });
    for (let time = 0; time < 2; time += 1) {
      const failure = wecom.call(send, sampleOf(send), { requestId: 'r1' });
      await expect(failure).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    }
    expect(simulator.hits(send.path)).toBe(1);
    expect(await wecom.sends.find('r1')).toMatchObject({ state: 'unknown' });
  });
});

describe('kf.send', () => {
  const request = { touser: 'wm1', open_kfid: 'wk1', msgtype: 'text', text: { content: '您好' } } as const;

  it('names the message after the requestId, and again by the same name where it is sent again by hand', async () => {
    const { simulator, wecom } = await platformAndClient();
    serve(simulator, kf.send, { msgid: 'order-42' });
    simulator.faults.add({ kind: 'cut-after', path: kf.send.path, times: 1 });
    await expect(wecom.kf.send(request, { requestId: 'order-42' })).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    });
    const receipt = await wecom.kf.send(request, { requestId: 'order-42', resend: 'unknown' });
    expect(receipt).toMatchObject({ status: 'sent', msgid: 'order-42' });
    const bodies = bodiesOf(simulator, kf.send.path);
    expect(bodies).toHaveLength(2);
    expect(new Set(bodies).size).toBe(1);
    expect(JSON.parse(bodies[0] ?? '')).toEqual({ ...request, msgid: 'order-42' });
  });

  it('fails for good where the messages of this talk are used up', async () => {
    const { simulator, wecom } = await platformAndClient();
    simulator.faults.add({ kind: 'errcode', errcode: 95_002, path: kf.send.path });
    serve(simulator, kf.send);
    for (let time = 0; time < 2; time += 1) {
      await expect(wecom.kf.send(request, { requestId: 'r1' })).rejects.toMatchObject({ errcode: 95_002 });
    }
    expect(simulator.hits(kf.send.path)).toBe(1);
  });
});

describe('customerMessage.create', () => {
  it('tells whom nobody may write to', async () => {
    const { simulator, wecom } = await platformAndClient();
    serve(simulator, customerMessage.create, { msgid: 'MSG-1', fail_list: ['wm2'] });
    const request = { external_userid: ['wm1', 'wm2'], text: { content: '您好' } };
    const receipt = await wecom.customerMessage.create(request, { requestId: 'r1' });
    expect(receipt).toMatchObject({ status: 'sent', msgid: 'MSG-1', details: { fail_list: ['wm2'] } });
  });
});

describe('lists', () => {
  it('of a member without customers say so', async () => {
    const { simulator, wecom } = await platformAndClient();
    const none = { errcode: 84_061, errmsg: 'not external contact' };
    for (const endpoint of [externalContact.list, externalContact.batchGetByUser]) {
      simulator.define(withCorpToken(endpoint.method, endpoint.path, () => fields(none)));
    }
    await expect(wecom.externalContact.list({ userid: 'zhangsan' })).rejects.toMatchObject({
      code: 'API_ERROR',
      errcode: 84_061,
      meaning: { en: 'the member has no customers' },
    });
    const all = [];
    for await (const customer of wecom.externalContact.listAllByUser(['zhangsan'])) all.push(customer);
    expect(all).toEqual([]);
  });

  it('of members are read over the wire to their end', async () => {
    const { simulator, wecom } = await platformAndClient();
    simulator.define(
      withCorpToken('POST', '/cgi-bin/user/list_id', ({ body }) => {
        const { cursor = '' } = body as { cursor?: string };
        const next: Record<string, string> = { '': 'C1', C1: '' };
        return ok({ dept_user: [{ userid: `u${cursor}`, department: 1 }], next_cursor: next[cursor] });
      }),
    );
    const userids = [];
    for await (const { userid } of wecom.user.listAllIds()) userids.push(userid);
    expect(userids).toEqual(['u', 'uC1']);
  });
});

describe('menu.create', () => {
  it('carries the app in the query, the client’s own where none is named', async () => {
    const { simulator, wecom } = await platformAndClient();
    serve(simulator, menu.create);
    const button = [{ type: 'click', name: '今日', key: 'K1' } as const];
    await wecom.menu.create({ button });
    await wecom.menu.create({ button, agentid: 7 });
    const arrived = simulator.requests.filter(({ path }) => path === menu.create.path);
    expect(arrived.map(({ query }) => query.agentid)).toEqual([String(agentId), '7']);
    expect(arrived.map(({ body }) => body)).toEqual([{ button }, { button }]);
  });
});
