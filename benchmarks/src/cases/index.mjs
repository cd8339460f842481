/** Every case, in the order of the page, loaded when its turn comes. README.md says what a module exports. */
export const cases = {
  send: () => import('./send/index.mjs'),
  stores: () => import('./stores/index.mjs'),
  redis: () => import('./redis/index.mjs'),
  fleet: () => import('./fleet/index.mjs'),
  token: () => import('./token/index.mjs'),
  gateway: () => import('./gateway/index.mjs'),
  'lost-answers': () => import('./lost-answers/index.mjs'),
  'quota-push': () => import('./quota-push/index.mjs'),
  recipients: () => import('./recipients/index.mjs'),
  size: () => import('./size/index.mjs'),
  admission: () => import('./admission/index.mjs'),
};
