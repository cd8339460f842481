/** Whose import is compared with that of all others. */
export const reference = 'axios';
export const ours = ['@wetempo/core', '@wetempo/wechat-mp', '@wetempo/miniprogram', '@wetempo/wecom'];
/** What ours is made of, and the peers. */
export const others = ['axios', 'undici', 'zod', 'co-wechat-api', 'node-easywechat', 'nest-wechat'];
export const ways = ['import', 'require'];
