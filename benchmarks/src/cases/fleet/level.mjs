import { median } from '../../statistics.mjs';
import { sum } from './parts.mjs';

/** What so many processes did: the medians of their rounds. */
export function levelOf(processes, rounds) {
  const medianOf = (figure) => median(rounds.map(figure));
  return {
    processes,
    sendsPerSecond: medianOf(({ sent, wallMs }) => (sent * 1000) / wallMs),
    machineBusy: medianOf(({ machine }) => 1 - machine.idleMs / machine.totalMs),
    parts: {
      client: partOf(rounds, ({ clients }) => clients),
      redis: partOf(rounds, ({ redis }) => [redis]),
      platform: partOf(rounds, ({ platform }) => [platform]),
    },
    cpuUsPerSend: medianOf(
      ({ sent, clients, redis, platform }) =>
        sum([...clients, redis, platform].map(({ cpuUs }) => cpuUs)) / sent,
    ),
  };
}

/**
 * One part, or the mean of the processes that are alike. Shares are of one core: `busy` of all threads, `ran` and `waited` of
 * the main one. `mostPerSecond` is what a part that is one process would make with a core for itself.
 */
function partOf(rounds, usagesOf) {
  const medianOf = (figure) => median(rounds.map((round) => figure(usagesOf(round), round)));
  const share = (field) => medianOf((usages, { wallMs }) => meanOf(usages, field) / (wallMs * 1000));
  const cpuUsPerSend = medianOf((usages, { sent }) => sum(usages.map(({ cpuUs }) => cpuUs)) / sent);
  const isKnown = usagesOf(rounds[0]).every(({ ranUs }) => ranUs !== undefined);
  return {
    cpuUsPerSend,
    mostPerSecond: 1_000_000 / cpuUsPerSend,
    busy: share('cpuUs'),
    ...(isKnown ? { ran: share('ranUs'), waited: share('waitedUs') } : {}),
  };
}

function meanOf(usages, field) {
  return sum(usages.map((usage) => usage[field])) / usages.length;
}
