export { MemoryCallbackInbox, type MemoryCallbackInboxOptions } from './memory-callback-inbox.js';
export { RedisCallbackInbox, type RedisCallbackInboxOptions } from './redis-callback-inbox.js';
