import { existsSync } from 'node:fs';

const names = [
  ...['send', 'stores', 'redis', 'fleet', 'token', 'gateway', 'lost-answers'],
  ...['quota-push', 'recipients', 'size', 'admission'],
];
const isThere = (name) => existsSync(new URL(`./${name}/index.mjs`, import.meta.url));

/** Every case, in the order of the page, loaded when its turn comes. README.md says what a module exports. */
export const cases = Object.fromEntries(
  names.filter(isThere).map((name) => [name, () => import(`./${name}/index.mjs`)]),
);
