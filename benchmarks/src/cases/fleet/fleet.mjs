import { cpus } from 'node:os';
import { AskedProcess } from '../../processes/asked-process.mjs';
import { sum, usageOfMachine, usageOfProcess, usageOfRedis, usedBetween } from './parts.mjs';

const file = new URL('./processes/sending-process.mjs', import.meta.url);
/** No two processes may send to the same person or under the same id. */
const numbersPerProcess = 100_000_000;

/** Processes that send to one platform and share one Redis. */
export class Fleet {
  #processes = [];
  #platform;
  #redis;
  #sent = 0;
  /** Whose turn it is. */
  #next = 0;

  static async open(size, { platform, redis, target }) {
    const fleet = new Fleet(platform, redis);
    try {
      for (let n = 1; n <= size; n += 1) await fleet.#add(target, n * numbersPerProcess);
      return fleet;
    } catch (error) {
      await fleet.close();
      throw error;
    }
  }

  constructor(platform, redis) {
    this.#platform = platform;
    this.#redis = redis;
  }

  get size() {
    return this.#processes.length;
  }

  get cores() {
    return cpus().length;
  }

  get sent() {
    return this.#sent;
  }

  /** The next `count` of them send at once; answers what they sent and what each part used meanwhile. */
  async round(count, { forMs, inFlight }) {
    const sending = this.#take(count);
    const before = await this.#usage(sending);
    const startedAt = performance.now();
    const rounds = await Promise.all(sending.map((one) => one.ask({ kind: 'round', forMs, inFlight })));
    const wallMs = performance.now() - startedAt;
    const after = await this.#usage(sending);
    const sent = sum(rounds.map((round) => round.sent));
    this.#sent += sent;
    return { sent, wallMs, ...usedByParts(before, after) };
  }

  async close() {
    for (const one of this.#processes) await one.end();
  }

  async #add(target, firstNumber) {
    const one = new AskedProcess(file);
    this.#processes.push(one);
    await one.ask({ kind: 'open', target, firstNumber });
  }

  #take(count) {
    const taken = Array.from(
      { length: count },
      (_, index) => this.#processes[(this.#next + index) % this.size],
    );
    this.#next = (this.#next + count) % this.size;
    return taken;
  }

  async #usage(sending) {
    const clients = await Promise.all(sending.map((one) => usageOfProcess(one)));
    const platform = await usageOfProcess(this.#platform);
    return { clients, platform, redis: await usageOfRedis(this.#redis), machine: usageOfMachine() };
  }
}

function usedByParts(before, after) {
  return {
    clients: after.clients.map((usage, index) => usedBetween(before.clients[index], usage)),
    platform: usedBetween(before.platform, after.platform),
    redis: usedBetween(before.redis, after.redis),
    machine: usedBetween(before.machine, after.machine),
  };
}
