import { messageOf } from '../../message.mjs';

/**
 * What callers were told against what was delivered.
 *
 * @param told the numbers of the messages, each in one of `sent`, `failed` and `unknown`
 * @param openids of all deliveries, one that got two messages twice
 */
export function judgeReports(told, openids) {
  const times = new Map();
  for (const openid of openids) times.set(openid, (times.get(openid) ?? 0) + 1);
  const isDelivered = (n) => times.has(messageOf(n).touser);
  return {
    twice: [...times.values()].filter((count) => count > 1).length,
    undelivered: Object.values(told)
      .flat()
      .filter((n) => !isDelivered(n)).length,
    falselySent: told.sent.filter((n) => !isDelivered(n)).length,
    falselyFailed: told.failed.filter(isDelivered).length,
    unknown: told.unknown.length,
    unknownDelivered: told.unknown.filter(isDelivered).length,
  };
}
