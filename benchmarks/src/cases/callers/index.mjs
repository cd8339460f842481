/** Every package whose users are played, loaded in processes of its own alone. */
export const packages = {
  wetempo: () => import('./wetempo.mjs'),
  bare: () => import('./bare.mjs'),
  'nest-wechat': () => import('./nest-wechat.mjs'),
  'node-easywechat': () => import('./node-easywechat.mjs'),
  'co-wechat-api': () => import('./co-wechat-api.mjs'),
};
