import { DEFAULT_APP_ID } from '@wetempo/simulator';

/** Enough for an account per system: whoever fetches a token ends the one that another system uses. */
export const appIds = [
  DEFAULT_APP_ID,
  ...Array.from({ length: 31 }, (_, n) => `wx${String(n + 2).padStart(16, '0')}`),
];
