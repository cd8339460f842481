import { ResponseError } from '@wetempo/core';

/** One page of a list, and where the next one begins; nothing on the last. */
export interface CursorPage<Item> {
  readonly items: readonly Item[];
  readonly next: string | undefined;
}

/** Fetches the page that begins at a cursor; `undefined` asks for the first. */
export type FetchCursorPage<Item> = (cursor: string | undefined) => Promise<CursorPage<Item>>;

/**
 * The pages of a list, in order, one in memory at a time. An empty page does not end it: the platform drops what the app
 * may not see after it has counted a page.
 *
 * @throws {ResponseError} where the platform sends the reader back to a page that was read
 */
export async function* cursorPages<Item>(
  fetchPage: FetchCursorPage<Item>,
  first?: string,
): AsyncGenerator<CursorPage<Item>, void, undefined> {
  const visited = new Set<string>();
  let cursor: string | undefined = first === '' ? undefined : first;
  do {
    if (cursor !== undefined) refuseLoop(visited, cursor);
    const page = await fetchPage(cursor);
    const next: string | undefined = page.next === '' ? undefined : page.next;
    yield { items: page.items, next };
    cursor = next;
  } while (cursor !== undefined);
}

/** The entries of such a list, one by one. */
export async function* cursorItems<Item>(
  fetchPage: FetchCursorPage<Item>,
): AsyncGenerator<Item, void, undefined> {
  for await (const page of cursorPages(fetchPage)) yield* page.items;
}

function refuseLoop(visited: Set<string>, cursor: string): void {
  if (visited.has(cursor)) {
    throw new ResponseError('the list leads back to a page that was already read', {
      hint: 'Begin the list again; what was read so far may have gaps.',
    });
  }
  visited.add(cursor);
}
