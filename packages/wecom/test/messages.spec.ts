import { MemorySendStore } from '@wetempo/core';
import { ManualClock, withChaos } from '@wetempo/core/testing';
import { describe, expect, it } from 'vitest';
import {
  agentId,
  bodiesOf,
  clientOf,
  leftOpen,
  platform,
  platformAndClient,
  sendPath,
  textTo,
} from './fixtures.js';

const partly = {
  corps: [
    {
      corpId: 'ww0000000000000001',
      agents: [{ agentId, corpSecret: 'CORPSECRET0000000000000000000000000000001' }],
      members: ['u1', { userid: 'u3', licensed: false }],
    },
  ],
};

describe('a message of an app', () => {
  it('F67: carries the duplicate check and the agentid of the client, and answers its id', async () => {
    const { simulator, wecom } = await platformAndClient();
    const receipt = await wecom.message.send(textTo('zhangsan'), { requestId: 'a1' });
    expect(receipt).toMatchObject({
      requestId: 'a1',
      status: 'sent',
      msgid: expect.any(String),
      attempts: 1,
    });
    expect(receipt.details).toBeUndefined();
    const [body = ''] = bodiesOf(simulator, sendPath);
    const { enable_duplicate_check, duplicate_check_interval: interval, ...rest } = JSON.parse(body);
    expect(enable_duplicate_check).toBe(1);
    expect(interval).toBeGreaterThanOrEqual(1800);
    expect(interval).toBeLessThanOrEqual(14_400);
    expect(rest).toEqual({ agentid: agentId, ...textTo('zhangsan') });
  });

  it('F57: is sent where some recipients are dropped, and names each of them', async () => {
    const { simulator, wecom } = await platformAndClient({}, partly);
    const request = { ...textTo('u1|u2|u3'), toparty: '9', totag: '7' };
    const receipt = await wecom.message.send(request, { requestId: 'a1' });
    expect(receipt).toMatchObject({ status: 'sent', msgid: expect.any(String) });
    expect(receipt.details).toEqual({
      invaliduser: ['u2'],
      invalidparty: ['9'],
      invalidtag: ['7'],
      unlicenseduser: ['u3'],
    });
    expect(simulator.deliveries.map(({ openid }) => openid)).toEqual(['u1']);
    const again = await wecom.message.send(request, { requestId: 'a1' });
    expect(again).toMatchObject({ replayed: true, details: receipt.details });
  });

  it('F57: fails where nobody is reached, for good', async () => {
    const { simulator, wecom } = await platformAndClient({}, partly);
    const send = () => wecom.message.send(textTo('u2'), { requestId: 'a1' });
    await expect(send()).rejects.toMatchObject({ code: 'API_ERROR', errcode: 81013 });
    await expect(send()).rejects.toMatchObject({ errcode: 81013 });
    expect(simulator.hits(sendPath)).toBe(1);
    expect(await wecom.sends.find('a1')).toMatchObject({ state: 'failed' });
  });

  it('tells the code by which an answerable card is changed', async () => {
    const { simulator, wecom } = await platformAndClient();
    const card = {
      card_type: 'button_interaction' as const,
      main_title: { title: '请假' },
      task_id: 'task-1',
      button_list: [{ text: '同意', key: 'yes', style: 1 }],
    };
    const receipt = await wecom.message.send(
      { touser: 'zhangsan', msgtype: 'template_card', template_card: card },
      { requestId: 'a1' },
    );
    const response_code = receipt.details?.response_code ?? '';
    await wecom.message.updateTemplateCard({
      userids: ['zhangsan'],
      response_code,
      button: { replace_name: '已同意' },
    });
    expect(simulator.requests.at(-1)?.body).toMatchObject({ agentid: agentId, response_code });
    await wecom.message.recall({ msgid: receipt.msgid });
    expect(simulator.deliveries[0]?.recalledAt).toBeDefined();
  });
});

describe('a message whose answer is lost', () => {
  it('F67, F87: goes out again with the same bytes, and the platform delivers one', async () => {
    const { simulator, wecom } = await platformAndClient();
    const bytes: unknown[] = [];
    wecom.axios.interceptors.request.use((config) => {
      bytes.push(config.data);
      return config;
    });
    simulator.faults.add({ kind: 'cut-after', path: sendPath, times: 1 });
    simulator.faults.add({ kind: 'errcode', errcode: -1, processed: true, path: sendPath, times: 1 });
    simulator.faults.add({ kind: 'status', status: 502, path: sendPath, times: 1 });
    const receipt = await wecom.message.send(textTo('zhangsan'), { requestId: 'a1' });
    expect(receipt).toMatchObject({ status: 'sent', attempts: 4 });
    expect(simulator.deliveries).toHaveLength(1);
    const sent = bytes.filter((data) => String(data).includes('touser')).map(String);
    expect(sent).toHaveLength(4);
    expect(new Set(sent).size).toBe(1);
  });

  it('F67: is finished by another process with the same bytes, so that the platform delivers one', async () => {
    const simulator = await platform();
    const clock = new ManualClock();
    const store = new MemorySendStore({ clock });
    // The process is gone once its request was answered: it settles nothing.
    await new Promise<void>((answered) => {
      const dying = withChaos(store, ({ method }, run) => {
        if (method !== 'settle') return run();
        answered();
        return new Promise<never>(() => undefined);
      });
      void leftOpen(simulator, { sendStore: dying }).message.send(textTo('zhangsan'), { requestId: 'a1' });
    });
    await clock.advance(60_000);
    const { sent } = await clientOf(simulator, { sendStore: store }).resumePending();
    expect(sent).toMatchObject([{ requestId: 'a1', status: 'sent', attempts: 2 }]);
    expect(simulator.deliveries).toHaveLength(1);
    const bodies = bodiesOf(simulator, sendPath);
    expect(bodies).toHaveLength(2);
    expect(new Set(bodies).size).toBe(1);
  });

  it('does not swallow another message with the same text to the same people', async () => {
    const { simulator, wecom } = await platformAndClient();
    await wecom.message.send(textTo('zhangsan'), { requestId: 'a1' });
    await wecom.message.send(textTo('zhangsan'), { requestId: 'a2' });
    expect(simulator.deliveries).toHaveLength(2);
  });

  it('stays unknown where the caller turned the check off', async () => {
    const { simulator, wecom } = await platformAndClient();
    simulator.faults.add({ kind: 'cut-after', path: sendPath, times: 1 });
    const request = { ...textTo('zhangsan'), enable_duplicate_check: 0 } as const;
    await expect(wecom.message.send(request, { requestId: 'a1' })).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    });
    await expect(wecom.message.send(request, { requestId: 'a1' })).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    });
    expect(bodiesOf(simulator, sendPath).map((body) => JSON.parse(body))).toEqual([
      { agentid: agentId, ...textTo('zhangsan'), enable_duplicate_check: 0 },
    ]);
  });

  it('keeps the interval that the caller chose', async () => {
    const { simulator, wecom } = await platformAndClient();
    const request = { ...textTo('zhangsan'), duplicate_check_interval: 60 };
    await wecom.message.send(request, { requestId: 'a1' });
    expect(JSON.parse(bodiesOf(simulator, sendPath)[0] ?? '')).toMatchObject({
      enable_duplicate_check: 1,
      duplicate_check_interval: 60,
    });
  });
});

describe('a corp that takes few calls at the same time', () => {
  it('45033: lowers the concurrency until it stops, and every message goes out', async () => {
    const limits = { perEndpointConcurrency: { [sendPath]: 4 } };
    const simulator = await platform({ limits, latencyMs: 15 });
    const wecom = clientOf(simulator);
    const sendMany = (round: string) =>
      Promise.all(
        Array.from({ length: 80 }, (_, n) =>
          wecom.message.send(textTo(`member${n}`), { requestId: `${round}-${n}` }),
        ),
      );
    const refusals = () => simulator.requests.filter(({ errcode }) => errcode === 45033).length;
    const refused: number[] = [];
    for (const round of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
      const before = refusals();
      await sendMany(round);
      refused.push(refusals() - before);
    }
    expect(simulator.deliveries).toHaveLength(640);
    expect(refused[0]).toBeGreaterThan(5);
    // A trial of one more place may meet the limit yet, and on a busy machine, where answers overtake each other, some more:
    // but far from as many as at first.
    expect(Math.min(...refused.slice(1))).toBeLessThan(Math.max(4, (refused[0] ?? 0) / 2));
  });
});
