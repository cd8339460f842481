import { RedisConnection, RedisLimitStore } from '@wetempo/core';
import { admissionOf } from './everything-on.mjs';

export const title = 'Wetempo, every limit on';

export async function open(redisUrl) {
  const store = new RedisLimitStore(await RedisConnection.open(redisUrl));
  return {
    admit: async (n) => {
      const answer = await store.admit(admissionOf(n));
      if (answer.type !== 'admitted') throw new Error(`refused by ${answer.key}`);
    },
    close: () => store.close(),
  };
}
