import { ResponseError } from '@wetempo/core';

/** What of a page of openids is read. */
export interface OpenidPage {
  readonly data?: { readonly openid: readonly string[] } | undefined;
  readonly next_openid?: string | undefined;
}

/** Fetches the page that begins after an openid; `undefined` asks for the first. */
export type FetchOpenidPage = (nextOpenid: string | undefined) => Promise<OpenidPage>;

/**
 * Every openid of a list that comes in pages, in order, one page in memory at a time.
 *
 * @throws {ResponseError} where the platform sends the reader back to a page that was read
 */
export async function* followers(fetchPage: FetchOpenidPage): AsyncGenerator<string, void, undefined> {
  const visited = new Set<string>();
  let next: string | undefined;
  do {
    const page = await fetchPage(next);
    const openids = page.data?.openid ?? [];
    yield* openids;
    // The last page names its own last openid as the next one; the page after it is empty.
    next = openids.length === 0 ? undefined : page.next_openid;
    if (next !== undefined) refuseLoop(visited, next);
  } while (next !== undefined && next !== '');
}

function refuseLoop(visited: Set<string>, next: string): void {
  if (visited.has(next)) {
    throw new ResponseError('the list of openids leads back to a page that was already read', {
      hint: 'Begin the list again; what was read so far may have gaps.',
    });
  }
  visited.add(next);
}
