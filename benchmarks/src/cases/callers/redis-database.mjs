import { Redis } from 'ioredis';

/** The address of a database of the run's own on a shared Redis, emptied; `undefined` where there is no Redis. */
export async function emptyDatabase(redis, number) {
  if (redis === undefined) return undefined;
  const url = `${redis.url}/${number}`;
  const client = new Redis(url);
  await client.flushdb();
  client.disconnect();
  return url;
}
