const PAGE_SIZE = 10_000;

/**
 * One page of a list of openids, as every listing answers it: `next_openid` is the last one of the page and the next
 * page begins after it.
 * @returns undefined when the list does not hold the openid to go on from
 */
export function openidPage(all: readonly string[], after: unknown, pageSize = PAGE_SIZE): object | undefined {
  const goesOn = typeof after === 'string' && after !== '';
  const start = goesOn ? all.indexOf(after) + 1 : 0;
  if (goesOn && start === 0) return undefined;
  const page = all.slice(start, start + pageSize);
  const head = { total: all.length, count: page.length };
  if (page.length === 0) return { ...head, next_openid: '' };
  return { ...head, data: { openid: page }, next_openid: page.at(-1) };
}
