import { isWechatErrorOf } from '@wetempo/core';
import { describe, expect, it } from 'vitest';
import { clientOf, openid, platform } from '../../test/fixtures.js';
import { userInfos } from './user-infos.js';

const openids = (count: number) => Array.from({ length: count }, (_, n) => `o${n}`);

/** Answers in an order of its own, and notes what it was asked. */
function platformWith({ without }: { without?: string } = {}) {
  const asked: (readonly string[])[] = [];
  let atATime = 0;
  let mostAtATime = 0;
  const fetchInfos = async (chunk: readonly string[]) => {
    asked.push(chunk);
    atATime += 1;
    mostAtATime = Math.max(mostAtATime, atATime);
    await new Promise((resolve) => setImmediate(resolve));
    atATime -= 1;
    return chunk.filter((each) => each !== without).map((each) => ({ openid: each }));
  };
  return { asked, fetchInfos, mostAtATime: () => mostAtATime };
}

describe('userInfos', () => {
  it('asks in hundreds, four at a time, and answers in the order of the question', async () => {
    const { asked, fetchInfos, mostAtATime } = platformWith();
    const wanted = openids(1_050).reverse();
    const infos = await userInfos(wanted, fetchInfos);
    expect(infos.map((info) => info.openid)).toEqual(wanted);
    expect(asked.map(({ length }) => length)).toEqual([...Array.from({ length: 10 }, () => 100), 50]);
    expect(mostAtATime()).toBe(4);
  });

  it('asks for nobody twice, and for nothing where nobody is wanted', async () => {
    const { asked, fetchInfos } = platformWith();
    const infos = await userInfos(['o1', 'o2', 'o1'], fetchInfos);
    expect(infos.map((info) => info.openid)).toEqual(['o1', 'o2', 'o1']);
    expect(asked).toEqual([['o1', 'o2']]);
    expect(await userInfos([], fetchInfos)).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  it('F65: is an error where somebody is left out, never a gap', async () => {
    const { fetchInfos } = platformWith({ without: 'o7' });
    const error = await userInfos(openids(10), fetchInfos).catch((reason: unknown) => reason);
    expect(isWechatErrorOf(error, 'RESPONSE')).toBe(true);
  });

  it('asks for no more once a request has failed', async () => {
    let asked = 0;
    const failing = async () => {
      asked += 1;
      throw new Error('no');
    };
    await expect(userInfos(openids(2_000), failing)).rejects.toThrow('no');
    expect(asked).toBe(4);
  });
});

describe('user.infoMany', () => {
  it('tells of many people with a hundredth of the requests', async () => {
    const simulator = await platform();
    const mp = clientOf(simulator);
    const wanted = Array.from({ length: 250 }, (_, n) => openid(n));
    const infos = await mp.user.infoMany(wanted, { lang: 'zh_CN' });
    expect(infos.map((info) => info.openid)).toEqual(wanted);
    expect(simulator.hits('/cgi-bin/user/info/batchget')).toBe(3);
  });
});

describe('lists that are kept', () => {
  it('are asked for once, until something of theirs changes', async () => {
    const simulator = await platform();
    const mp = clientOf(simulator);
    const names = async () => (await mp.tag.list()).tags.map(({ name }) => name);
    await names();
    await names();
    expect(simulator.hits('/cgi-bin/tags/get')).toBe(1);
    await mp.tag.create({ tag: { name: '新' } });
    expect(await names()).toContain('新');
    expect(simulator.hits('/cgi-bin/tags/get')).toBe(2);
  });
});
