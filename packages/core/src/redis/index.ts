export { type RedisClientLike, RedisConnection, type RedisOption } from './redis-connection.js';
