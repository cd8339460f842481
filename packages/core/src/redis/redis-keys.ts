/**
 * Every key that Wetempo writes is made here. What stands in braces decides on the Redis Cluster slot: an account up to its
 * first dot, so that all keys of one account share a slot, and the accounts of one organisation do, too. One script may
 * touch several of them.
 */
function keysOf(area: string) {
  return (account: string, ...parts: readonly string[]) =>
    ['wetempo', taggedName(account), area, ...parts].join(':');
}

function taggedName(account: string): string {
  const dot = account.indexOf('.');
  return dot === -1 ? `{${account}}` : `{${account.slice(0, dot)}}${account.slice(dot)}`;
}

export const redisKeys = {
  token: keysOf('token'),
  limit: keysOf('limit'),
  send: keysOf('send'),
  push: keysOf('push'),
  callback: keysOf('callback'),
} as const;
