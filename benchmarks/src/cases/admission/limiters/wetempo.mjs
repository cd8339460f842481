import { MemoryLimitStore, RedisConnection, RedisLimitStore } from '@wetempo/core';
import { admissions } from './admissions.mjs';

/** @param kind which limits hold, a name of `admissions` */
export function openInMemory(kind) {
  return admittingWith(new MemoryLimitStore(), admissions[kind]);
}

export async function openOnRedis(redisUrl, kind) {
  return admittingWith(new RedisLimitStore(await RedisConnection.open(redisUrl)), admissions[kind]);
}

function admittingWith(store, admissionOf) {
  return {
    admit: async (n) => {
      const answer = await store.admit(admissionOf(n));
      if (answer.type !== 'admitted') throw new Error(`refused by ${answer.key}`);
    },
    close: () => store.close(),
  };
}
