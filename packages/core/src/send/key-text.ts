import type { SendKey } from './send-store.js';

/** One text for both parts. Neither may hold a line break, so no two keys run into each other. */
export function keyText({ account, requestId }: SendKey): string {
  return `${account}\n${requestId}`;
}
