export {
  type RedisClientLike,
  RedisConnection,
  type RedisConnectionOptions,
  type RedisOption,
} from './redis-connection.js';
export { redisKeys } from './redis-keys.js';
