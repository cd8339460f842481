/**
 * Every key that Wetempo writes is made here. The account stands in braces, so that all keys of one account share a
 * Redis Cluster slot and one script may touch several of them.
 */
function keysOf(area: string) {
  return (account: string, ...parts: readonly string[]) =>
    ['wetempo', `{${account}}`, area, ...parts].join(':');
}

export const redisKeys = {
  token: keysOf('token'),
  limit: keysOf('limit'),
  send: keysOf('send'),
  push: keysOf('push'),
} as const;
