import { z } from 'zod';
import type { RedisOption } from '../../redis/redis-connection.js';
import { isRedisOption, redisOptionRule } from '../../redis/redis-option.js';

export const redisOption = z.custom<RedisOption>(isRedisOption, redisOptionRule);

export const nameOption = z
  .string()
  .regex(/^[\w.-]{1,100}$/, 'must be 1 to 100 letters, digits, or one of _ . -');
