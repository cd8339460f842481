import { redisKeys } from '../../redis/redis-keys.js';
import type { RuleText } from './rule-text.js';

/** Where a rule is counted. `prefix` begins the keys of the account that asks. */
export function counterKey(prefix: string, { key, organisation }: RuleText): string {
  return `${organisation === undefined ? prefix : redisKeys.limit(organisation)}:${key}`;
}

/** Where it stands whether a barrier is closed. `prefix` begins the keys of the account. */
export function doorKey(prefix: string, barrierKey: string): string {
  return `${prefix}:door:${barrierKey}`;
}
