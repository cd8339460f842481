import { type Clock, systemClock } from '../clock/clock.js';
import { ConfigError } from '../errors/errors.js';
import type { RedisConnection, RedisOption } from '../redis/redis-connection.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import { borrowed } from './borrowed-send-store.js';
import type { WarningListener } from './memory-loss-watch.js';
import { MemorySendStore } from './memory-send-store.js';
import { RedisSendStore } from './redis-send-store.js';
import type { SendStore } from './send-store.js';
import { MysqlSendStore } from './sql/mysql-send-store.js';
import { PostgresSendStore } from './sql/postgres-send-store.js';
import type { SqlSendStoreOptions, SqlStoreOption } from './sql/sql-options.js';
import { SqliteSendStore } from './sqlite-send-store.js';

/** Where it is remembered which messages went out. */
export type SendStoreOption =
  /** In this process; a restart forgets. */
  | 'memory'
  /** In the Redis of the option `redis`. */
  | 'redis'
  /** In one file, for the processes of one host; needs the package `libsql`. */
  | { readonly sqlite: string; readonly synchronous?: 'NORMAL' | 'FULL' | undefined }
  /** In a database, for any number of processes; a URL or all options. Needs the packages `kysely` and `pg` or `mysql2`. */
  | SqlStoreOption
  /** A store of your own; whoever made it closes it. */
  | SendStore;

export interface SendStoreSurroundings {
  /** Best the connection that the other stores use; it stays open when the store closes. */
  readonly redis?: RedisOption | RedisConnection | undefined;
  readonly clock?: Clock | undefined;
  /** Hears what an operator should know, as `warned`. */
  readonly telemetry?: Telemetry | undefined;
}

/**
 * Makes the store that an option names; without one, Redis where there is one, else memory with a warning. Nothing is
 * opened before the first message. Closing the answer closes what was opened here, and no store of the user's.
 *
 * @throws {ConfigError} where the option names no store, or one that lacks what it needs
 */
export function createSendStore(
  option: SendStoreOption | undefined,
  surroundings: SendStoreSurroundings = {},
): SendStore {
  const { telemetry } = surroundings;
  const onWarning: WarningListener = (topic, message) => telemetry?.emit({ type: 'warned', topic, message });
  const chosen = option === undefined ? defaultOption(surroundings, onWarning) : option;
  return isSendStore(chosen) ? borrowed(chosen) : builtIn(chosen, surroundings, onWarning);
}

function defaultOption({ redis }: SendStoreSurroundings, onWarning: WarningListener): 'redis' | 'memory' {
  if (redis !== undefined) return 'redis';
  onWarning(
    'send-store-memory',
    'Which messages were sent is remembered in memory only: after a restart the same requestId would send again. ' +
      'Set `sendStore: { sqlite: "./sends.db" }`, `{ postgres: url }`, `{ mysql: url }` or `redis`.',
  );
  return 'memory';
}

function builtIn(
  option: unknown,
  { redis, clock = systemClock }: SendStoreSurroundings,
  onWarning: WarningListener,
): SendStore {
  if (option === 'memory') return new MemorySendStore({ clock });
  if (option === 'redis') return new RedisSendStore({ redis: needed(redis), onWarning });
  if (typeof option === 'object' && option !== null) return fromObject(option, clock);
  throw wrong(
    'sendStore',
    `must be 'memory', 'redis', { sqlite: file }, { postgres: url }, { mysql: url } or a store, got ${shown(option)}`,
  );
}

function fromObject(option: object, clock: Clock): SendStore {
  // The stores check what they are given.
  if ('postgres' in option) return new PostgresSendStore(option.postgres as SqlSendStoreOptions);
  if ('mysql' in option) return new MysqlSendStore(option.mysql as SqlSendStoreOptions);
  const file: unknown = Reflect.get(option, 'sqlite');
  const synchronous: unknown = Reflect.get(option, 'synchronous') ?? 'NORMAL';
  // A zero byte would end the whole process inside libsql.
  if (typeof file !== 'string' || file === '' || file.includes('\0')) {
    throw wrong('sendStore.sqlite', `must be the path of a file, got ${shown(file)}`);
  }
  if (synchronous !== 'NORMAL' && synchronous !== 'FULL') {
    throw wrong('sendStore.synchronous', `must be 'NORMAL' or 'FULL', got ${shown(synchronous)}`);
  }
  return new SqliteSendStore({ file, synchronous, clock });
}

const storeMethods = [
  'claim',
  'begin',
  'defer',
  'release',
  'settle',
  'find',
  'listPending',
  'listUnknown',
  'resolveUnknown',
  'findByMsgid',
  'noteDelivery',
  'count',
  'close',
] as const satisfies readonly (keyof SendStore)[];

/** An object that claims is meant to be a store, so what it lacks is told by name. */
function isSendStore(option: unknown): option is SendStore {
  if (typeof option !== 'object' || option === null || !('claim' in option)) return false;
  const missing = storeMethods.filter((method) => typeof Reflect.get(option, method) !== 'function');
  if (missing.length === 0) return true;
  throw wrong('sendStore', `lacks ${missing.join(', ')}`, 'Run your store through `sendStoreContract`.');
}

function needed<Redis>(redis: Redis | undefined): Redis {
  if (redis !== undefined) return redis;
  throw wrong(
    'sendStore',
    "is 'redis', but the option `redis` is missing",
    'Set `redis` to a URL or a client.',
  );
}

/** Never an address: its password would be shown, too. */
function shown(value: unknown): string {
  if (typeof value !== 'string') return typeof value;
  return /:\/\/|@/.test(value) ? 'an address' : `"${value}"`;
}

function wrong(path: string, message: string, hint?: string): ConfigError {
  return new ConfigError(`${path} ${message}`, { issues: [{ path, message }], hint });
}
