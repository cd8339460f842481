import type { RedisConnection } from './redis-connection.js';

/** How Redis makes room when memory runs short; `undefined` where it drops nothing, or does not tell. */
export async function evictionPolicyOf({ client }: RedisConnection): Promise<string | undefined> {
  // INFO, because providers of hosted Redis often refuse CONFIG. Who may not ask is told nothing.
  const info = await client.info('memory').catch(() => '');
  const policy = /maxmemory_policy:(\S+)/.exec(info)?.[1];
  return policy === 'noeviction' ? undefined : policy;
}
