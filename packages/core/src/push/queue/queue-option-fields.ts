import { z } from 'zod';
import type { RedisOption } from '../../redis/redis-connection.js';

/** A URL or something that ioredis made. */
export const redisOption = z.custom<RedisOption>(
  (value) =>
    (typeof value === 'string' && value !== '') ||
    (typeof value === 'object' && value !== null && 'duplicate' in value),
  'must be a URL or an ioredis client',
);

export const nameOption = z
  .string()
  .regex(/^[\w.-]{1,100}$/, 'must be 1 to 100 letters, digits, or one of _ . -');
