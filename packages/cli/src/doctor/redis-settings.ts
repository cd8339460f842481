import { type Finding, ok, problem, skipped, warning } from './finding.js';

/** What Redis is there for. */
export interface RedisUse {
  /** Whether it remembers which messages were sent; else it holds tokens and limits, which can be had again. */
  readonly keepsSends: boolean;
}

/** What Redis told of itself. */
export interface RedisFacts {
  /** A field of INFO. */
  field(name: string): string | undefined;
  /** The setting of this name; `undefined` where CONFIG is forbidden, as many providers do. */
  readonly save: string | undefined;
}

/** KEEPTTL came with 6.0. */
const oldest = [6, 0] as const;

export function serverFindings({ field }: RedisFacts): readonly Finding[] {
  const version = field('redis_version') ?? '';
  return [
    versionFinding(version),
    ...roleFindings(field('role')),
    ...clusterFindings(field('cluster_enabled')),
  ];
}

function versionFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
  if (!isOld) return ok('redis', `answers, version ${version}`);
  return problem(
    'redis',
    `version ${version || 'unknown'} is too old`,
    `Take Redis ${oldest.join('.')} or later.`,
  );
}

function roleFindings(role: string | undefined): readonly Finding[] {
  if (role !== 'slave') return [];
  return [problem('redis-role', 'this is a replica, which takes no writes', 'Name the primary in the URL.')];
}

function clusterFindings(enabled: string | undefined): readonly Finding[] {
  if (enabled !== '1') return [];
  const todo = 'Hand an ioredis `Cluster` to the client in code; a URL makes a connection to one node only.';
  return [problem('redis-cluster', 'this is one node of a cluster', todo)];
}

export function memoryFinding({ field }: RedisFacts, { keepsSends }: RedisUse): Finding {
  const name = 'redis-memory';
  const policy = field('maxmemory_policy');
  const maxBytes = Number(field('maxmemory') ?? Number.NaN);
  if (policy === undefined) return skipped(name, 'Redis does not say its maxmemory-policy');
  if (policy === 'noeviction') return fullnessFinding(name, Number(field('used_memory') ?? 0), maxBytes);
  const lost = keepsSends
    ? 'it may drop the records of sent messages when memory runs short, and they could be sent again'
    : 'it may drop tokens and limits when memory runs short';
  const seen = `maxmemory-policy is ${policy}: ${lost}`;
  const todo =
    'Set `maxmemory-policy noeviction` in redis.conf (or CONFIG SET maxmemory-policy noeviction), or use a Redis of its own.';
  const isHarmful = keepsSends && maxBytes !== 0;
  return isHarmful
    ? problem(name, seen, todo)
    : warning(name, maxBytes === 0 ? `${seen}; maxmemory is 0, so not yet` : seen, todo);
}

function fullnessFinding(name: string, usedBytes: number, maxBytes: number): Finding {
  if (maxBytes > 0 && usedBytes > 0.9 * maxBytes) {
    const seen = `noeviction, but ${Math.round((100 * usedBytes) / maxBytes)} % of maxmemory are used; writes fail when it is full`;
    return warning(name, seen, 'Raise maxmemory, or move other data elsewhere.');
  }
  return ok(name, 'maxmemory-policy is noeviction');
}

export function persistenceFinding({ field, save }: RedisFacts, { keepsSends }: RedisUse): Finding {
  const name = 'redis-persistence';
  const isAppending = field('aof_enabled') === '1';
  const failed = [field('aof_last_write_status'), field('rdb_last_bgsave_status')].includes('err');
  if (failed) return problem(name, 'the last write to disk failed', 'Look at the disk and the log of Redis.');
  if (isAppending) return ok(name, 'appendonly is on');
  const todo = 'Set `appendonly yes` in redis.conf (or CONFIG SET appendonly yes).';
  if (save === undefined) {
    return skipped(
      name,
      'appendonly is off; whether snapshots are made is unknown, since CONFIG is forbidden',
    );
  }
  if (!keepsSends) return ok(name, 'appendonly is off; what stands here can be had again');
  if (save === '') {
    const seen = 'nothing is written to disk: after a restart nobody knows which messages were sent';
    return problem(name, seen, todo);
  }
  return warning(
    name,
    `snapshots only (save ${save}): a crash forgets the messages since the last one`,
    todo,
  );
}
