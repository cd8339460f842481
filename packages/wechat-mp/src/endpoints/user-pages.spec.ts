import { isWechatErrorOf } from '@wetempo/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followers, type OpenidPage } from './user-pages.js';

/** Pages as the platform gives them: each names its last openid as the next one, the last page is empty. */
function platformWith(openids: readonly string[], pageSize: number) {
  const asked: (string | undefined)[] = [];
  const fetchPage = async (next: string | undefined): Promise<OpenidPage> => {
    asked.push(next);
    const start = next === undefined ? 0 : openids.indexOf(next) + 1;
    const openid = openids.slice(start, start + pageSize);
    return openid.length === 0 ? { next_openid: '' } : { data: { openid }, next_openid: openid.at(-1) };
  };
  return { asked, fetchPage };
}

async function collect(fetchPage: (next: string | undefined) => Promise<OpenidPage>): Promise<string[]> {
  const all: string[] = [];
  for await (const openid of followers(fetchPage)) all.push(openid);
  return all;
}

describe('followers', () => {
  it('gives every openid once and in order, however the pages fall', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.integer({ min: 1, max: 20 }), async (count, pageSize) => {
        const openids = Array.from({ length: count }, (_, index) => `o${index}`);
        expect(await collect(platformWith(openids, pageSize).fetchPage)).toEqual(openids);
      }),
    );
  });

  it('fetches a page only when it is needed', async () => {
    const platform = platformWith(['o1', 'o2', 'o3', 'o4'], 2);
    const reader = followers(platform.fetchPage);
    await reader.next();
    await reader.next();
    expect(platform.asked).toEqual([undefined]);
    await reader.next();
    expect(platform.asked).toEqual([undefined, 'o2']);
  });

  it.each([[{ next_openid: '' }], [{}], [{ data: { openid: [] }, next_openid: 'o9' }]])(
    'ends at an empty page: %j',
    async (page) => {
      expect(await collect(async () => page)).toEqual([]);
    },
  );

  it('ends where no next page is named', async () => {
    expect(await collect(async () => ({ data: { openid: ['o1'] } }))).toEqual(['o1']);
  });

  it('does not go round in circles', async () => {
    const looping = async () => ({ data: { openid: ['o1', 'o2'] }, next_openid: 'o2' });
    const failure = await collect(looping).catch((error: unknown) => error);
    expect(isWechatErrorOf(failure, 'RESPONSE')).toBe(true);
  });

  it('passes on what the fetch throws', async () => {
    const failing = async () => Promise.reject(new Error('no network'));
    await expect(collect(failing)).rejects.toThrow('no network');
  });
});
