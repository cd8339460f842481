import { type RedisServer, startRedis } from '../../../../test/support/redis-server.js';
import type { LimitStore } from '../../src/rate-limit/limit-store.js';
import { MemoryLimitStore } from '../../src/rate-limit/memory-limit-store.js';
import { type LimitConnection, RedisLimitStore } from '../../src/rate-limit/redis-limit-store.js';
import { luaScripts } from '../../src/redis/lua.generated.js';

/** Limit stores over a made-up time: the scripts are the real ones, but with a time of ours in the place of the server's. */
export class TimedStores {
  readonly #server: RedisServer;
  readonly #startMs: number;
  #nowMs: number;

  private constructor(server: RedisServer, startMs: number) {
    this.#server = server;
    this.#startMs = startMs;
    this.#nowMs = startMs;
  }

  /** With a Redis of their own, which `stop` ends. */
  static async start(startMs: number): Promise<TimedStores> {
    return new TimedStores(await startRedis(), startMs);
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  advance(durationMs: number): void {
    this.#nowMs += durationMs;
  }

  reset(): void {
    this.#nowMs = this.#startMs;
  }

  open(kind: 'memory' | 'Redis'): LimitStore {
    if (kind === 'Redis') return new RedisLimitStore(this.#connection());
    const now = () => this.#nowMs;
    return new MemoryLimitStore({ now, monotonic: now, sleep: async () => undefined });
  }

  #connection(): LimitConnection {
    const { client } = this.#server;
    const time = "redis.call('MGET', 'now:seconds', 'now:microseconds')";
    return {
      run: async (name, keys, args) => {
        const source = luaScripts[name].source.replace("redis.call('TIME')", time);
        const microseconds = (this.#nowMs % 1000) * 1000 + 999;
        const [, answer] = await Promise.all([
          client.mset('now:seconds', Math.floor(this.#nowMs / 1000), 'now:microseconds', microseconds),
          client.eval(source, keys.length, ...keys, ...args),
        ]);
        return answer;
      },
      close: async () => undefined,
    };
  }
}
