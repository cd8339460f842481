import { redisKeys } from '../../redis/redis-keys.js';
import { counterKey } from './counter-keys.js';
import { type EndedCall, wordOf } from './ended-calls.js';
import { ruleTextOf } from './rule-text.js';

/** KEYS and ARGV of limit-end.lua. */
export function endScript(account: string, ended: readonly EndedCall[]) {
  const keys: string[] = [];
  const prefix = redisKeys.limit(account);
  const words = ended.map((call) => {
    const text = ruleTextOf(call.rule);
    const { kept, field } = text;
    const position = positionOf(keys, counterKey(prefix, text));
    if (kept === 'hash') return wordOf(call, `1,${position},${field}`);
    return wordOf(call, `${kept === 'log' ? 0 : 2},${position}`);
  });
  return { keys, args: [`[${words.join()}]`] };
}

/** Counted from 1, as in Lua; what is not there yet is added. */
function positionOf(list: string[], entry: string): number {
  const index = list.indexOf(entry);
  return index === -1 ? list.push(entry) : index + 1;
}
