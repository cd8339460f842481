/** Whether a value is what the option `redis` takes: a URL that can be read, or something that ioredis made. */
export function isRedisOption(value: unknown): boolean {
  if (typeof value === 'string') return /^rediss?:\/\//.test(value) && URL.canParse(value);
  return (
    typeof value === 'object' &&
    value !== null &&
    'duplicate' in value &&
    typeof value.duplicate === 'function'
  );
}

/** What to say of another value; never the value, which may hold a password. */
export const redisOptionRule = 'must be a redis:// or rediss:// URL, or a Redis or Cluster of ioredis';
