import type { Cluster, Redis } from 'ioredis';
import { ConfigError } from '../errors/errors.js';
import { AnswerWatch } from './answer-watch.js';
import { JoinedWrites } from './joined-writes.js';
import { type LuaScriptName, luaScripts } from './lua.generated.js';
import { Turns } from './turns.js';

/**
 * An ioredis `Redis` or `Cluster`. Named by the little that is needed of it, so that our types do not ask for ioredis
 * where nobody uses it, and fit any version of it.
 */
export interface RedisClientLike {
  readonly isCluster: boolean;
  duplicate(...settings: never[]): unknown;
}

/** A URL, or a client of the user's own, whose settings a private connection then copies. */
export type RedisOption = string | RedisClientLike;

export interface RedisConnectionOptions {
  /** Longest wait for one answer. A paused server counts as unreachable after it. @default 1000 */
  commandTimeoutMs?: number;
}

/**
 * Steps under way at once. With thousands of messages at once the last command would wait for the answers to all others,
 * and a server that works as fast as it can would seem to be gone.
 */
const mostUnderWay = 128;
/** What has not begun leaves room for what has: Redis answers one after the other. */
const mostWithClaims = 32;
const longestReconnectMs = 200;
/** For the server to take its leave. Where there is none to do so, this is how long a process that has ended stays. */
const goodbyeMs = 100;

/**
 * Fails fast: a pacing or once-only decision that waits for a dead server is worse than none.
 * A command whose answer was lost is not repeated behind our back; every step is made to be repeated on purpose.
 */
function failFast(commandTimeoutMs: number) {
  return {
    // A connection that closes fails what was on its way at once. With 1, ioredis forgets those commands instead: neither
    // resent nor failed, they are silent until the command time-out.
    maxRetriesPerRequest: 0,
    // For what does not run as a script of ours; those have the more exact watch.
    connectTimeout: 5 * commandTimeoutMs,
    commandTimeout: 5 * commandTimeoutMs,
    autoResendUnfulfilledCommands: false,
    disconnectTimeout: goodbyeMs,
    // A client of the user's may refuse commands before it is connected; ours is asked as soon as it exists.
    enableOfflineQueue: true,
    // A pipeline is answered as a whole, and the next one waits for it: process and server would take turns.
    enableAutoPipelining: false,
    retryStrategy: (attempt: number) => Math.min(20 * attempt, longestReconnectMs),
    // While a server loads its data, ioredis looks again only after as long as the server reckons, up to ten seconds.
    maxLoadingRetryTime: longestReconnectMs,
  };
}

/** A private connection on which every command is a named Lua script that takes one atomic step. */
export class RedisConnection {
  readonly #client: Redis | Cluster;
  readonly #writes = new JoinedWrites();
  readonly #turns = new Turns(mostUnderWay, mostWithClaims);
  readonly #watch: AnswerWatch;
  /** Why there is no connection; ioredis' own error for that says no more than that it gave up. */
  #connectFailure: Error | undefined;

  private constructor(client: Redis | Cluster, commandTimeoutMs: number) {
    this.#client = client;
    // Whoever stands in line behind an answer that does not come would only wait as long in vain.
    this.#watch = new AnswerWatch(commandTimeoutMs, (error) => this.#turns.sendAway(error));
    // Without a listener ioredis prints each failed reconnect; callers see the failure on their own command.
    client.on('error', (error: Error) => {
      this.#connectFailure = error;
    });
  }

  /**
   * Opens a connection of its own; a client that was handed in stays untouched and open.
   *
   * @throws {ConfigError} where `ioredis` is not installed or the option is neither URL nor client
   */
  static async open(option: RedisOption, options: RedisConnectionOptions = {}): Promise<RedisConnection> {
    const commandTimeoutMs = options.commandTimeoutMs ?? 1000;
    const settings = failFast(commandTimeoutMs);
    if (typeof option === 'string') {
      const { Redis: Client } = await importIoredis();
      return new RedisConnection(new Client(option, settings), commandTimeoutMs);
    }
    // The structural type lets in no more than what ioredis makes; anything else fails the option's check before.
    return new RedisConnection(duplicate(option as Redis | Cluster, settings), commandTimeoutMs);
  }

  /**
   * The client itself, for what is no script (the lock); closing it is this object's business.
   * @internal keeps ioredis out of the published types (F39)
   */
  get client(): Redis | Cluster {
    return this.#client;
  }

  /**
   * Runs one script. Loads it where the server does not know it yet, also after a restart or a flush. The time-out also
   * covers what ioredis' own does not: the time in which a cluster client looks for its nodes.
   *
   * @param steps how many steps the script takes at once
   */
  run(
    script: LuaScriptName,
    keys: readonly string[],
    args: readonly (string | number)[],
    steps = 1,
  ): Promise<unknown> {
    // What is under way goes before what has not begun: else thousands would be claimed before the first is sent.
    const last = script === 'send-claim';
    return this.#turns.take(() => this.#watch.within(this.#evaluate(script, keys, args)), last, steps);
  }

  async #evaluate(
    script: LuaScriptName,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<unknown> {
    const { source, sha1 } = luaScripts[script];
    // A cluster has a connection for each node, and joins its commands in pipelines of its own.
    if (!isCluster(this.#client)) this.#writes.hold(this.#client.stream);
    try {
      return await this.#client.evalsha(sha1, keys.length, ...keys, ...args);
    } catch (error) {
      if (!isUnknownScript(error)) throw this.#reasonOf(error);
    }
    try {
      return await this.#client.eval(source, keys.length, ...keys, ...args);
    } catch (error) {
      throw this.#reasonOf(error);
    }
  }

  #reasonOf(error: unknown): unknown {
    const gaveUp = error instanceof Error && error.name === 'MaxRetriesPerRequestError';
    const reason = (gaveUp && this.#connectFailure) || error;
    // ioredis hangs the command on it: the arguments hold messages, tokens, and where AUTH was refused the password.
    if (reason instanceof Error) Reflect.deleteProperty(reason, 'command');
    return reason;
  }

  async close(): Promise<void> {
    this.#client.disconnect();
  }
}

function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}

function isCluster(client: Redis | Cluster): client is Cluster {
  return client.isCluster;
}

function duplicate(client: Redis | Cluster, settings: ReturnType<typeof failFast>): Redis | Cluster {
  if (!isCluster(client)) return client.duplicate(settings);
  return client.duplicate([], {
    ...client.options,
    // ioredis' own option types disagree with themselves under exactOptionalPropertyTypes.
    redisOptions: { ...(client.options.redisOptions as object), ...settings },
    enableAutoPipelining: true,
  });
}

async function importIoredis(): Promise<{ Redis: typeof Redis }> {
  try {
    return await import('ioredis');
  } catch (cause) {
    throw new ConfigError('redis: a URL was given, but the package "ioredis" is not installed', {
      cause,
      hint: 'Run `npm install ioredis`, or leave `redis` out to run in one process.',
    });
  }
}
