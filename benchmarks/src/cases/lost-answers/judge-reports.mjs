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
  const timesOf = (n) => times.get(messageOf(n).touser) ?? 0;
  const isDelivered = (n) => timesOf(n) > 0;
  const all = Object.values(told).flat();
  return {
    twice: all.filter((n) => timesOf(n) > 1).length,
    undelivered: all.filter((n) => !isDelivered(n)).length,
    falselySent: told.sent.filter((n) => !isDelivered(n)).length,
    falselyFailed: told.failed.filter(isDelivered).length,
    unknown: told.unknown.length,
    unknownDelivered: told.unknown.filter(isDelivered).length,
  };
}
