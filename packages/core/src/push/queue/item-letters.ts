import type { PushResult } from '../push-result.js';

/** Stands for an item without an end. */
export const openLetter = '.';

/** The letter that stands for the end of an item in Redis, see push-chunk-add.lua. */
export function letterOf(result: PushResult): string {
  switch (result.state) {
    case 'sent':
      return result.replayed ? 'r' : 's';
    case 'failed':
      return 'f';
    case 'unknown':
      return 'u';
    case 'invalid':
      return 'i';
    case 'not-sent':
      return 'n';
  }
}
