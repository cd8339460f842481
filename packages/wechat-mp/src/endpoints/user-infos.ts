import { ResponseError } from '@wetempo/core';
import type { UserInfo } from './user.js';

/** The platform takes up to 100 people in one request. */
const chunkSize = 100;
const mostAtATime = 4;

/** Asks for up to 100 people, each named once. */
export type FetchUserInfos = (openids: readonly string[]) => Promise<readonly UserInfo[]>;

/**
 * What the platform tells about each of `openids`, in their order.
 *
 * @throws {ResponseError} where the platform leaves somebody out; what `fetchInfos` throws ends it, and no more is asked
 */
export async function userInfos(openids: readonly string[], fetchInfos: FetchUserInfos): Promise<UserInfo[]> {
  const byOpenid = new Map<string, UserInfo>();
  const chunks = chunksOf([...new Set(openids)]).values();
  let isOver = false;
  const worker = async () => {
    for (const chunk of chunks) {
      if (isOver) return;
      for (const info of await fetchInfos(chunk)) byOpenid.set(info.openid, info);
    }
  };
  try {
    await Promise.all(Array.from({ length: mostAtATime }, worker));
  } finally {
    isOver = true;
  }
  return openids.map((openid) => byOpenid.get(openid) ?? leftOut(openid));
}

function chunksOf(openids: readonly string[]): string[][] {
  const count = Math.ceil(openids.length / chunkSize);
  return Array.from({ length: count }, (_, n) => openids.slice(n * chunkSize, (n + 1) * chunkSize));
}

/** Who does not follow the account is answered with `subscribe: 0`; nobody is simply missing. */
function leftOut(openid: string): never {
  throw new ResponseError(`user.infoMany: the platform left ${openid} out of its answer`, {
    endpoint: 'user.batchInfo',
    hint: 'Ask again; what was answered for the others is not to be taken for all there is.',
  });
}
