import { setTimeout as sleep } from 'node:timers/promises';
import { AskedProcess } from '../../processes/asked-process.mjs';

const file = new URL('./processes/caller-process.mjs', import.meta.url);
/** Beyond the numbers of every run. */
const firstWarmUpNumber = 1_000_000;
const mostWarmUps = 20;

/** Some processes of users of one package, which do the same at the same time. */
export class CallerFleet {
  #processes;

  /** @param name of the package */
  static start(name, size) {
    // What packages warn of, such as a token that ends early, is what is being tried here.
    const start = () => new AskedProcess(file, [name], ['--no-warnings']);
    return new CallerFleet(Array.from({ length: size }, start));
  }

  constructor(processes) {
    this.#processes = processes;
  }

  get size() {
    return this.#processes.length;
  }

  /** Some of the same processes; to be closed with all. */
  first(size) {
    return new CallerFleet(this.#processes.slice(0, size));
  }

  /** Puts away what was open before. */
  async open(target, settings) {
    await this.#askAll(() => ({ kind: 'open', target, settings }));
  }

  /**
   * Every process sends `each` messages, numbered on from `firstNumber`, and all begin at one signal.
   *
   * @returns the numbers of the messages by what their callers were told: `sent`, `failed`, `unknown`
   */
  async send({ messageKind = 'template', firstNumber, each, inFlight = each, repeats = 0 }) {
    const told = await this.#askAll((rank) => ({
      kind: 'send',
      messageKind,
      firstNumber: firstNumber + rank * each,
      count: each,
      inFlight,
      repeats,
    }));
    const all = (name) => told.flatMap((part) => part[name]);
    return { sent: all('sent'), failed: all('failed'), unknown: all('unknown') };
  }

  /** One message by each process, one process after the other, so that everybody has a token that works. */
  async warmUp() {
    for (const [rank, each] of this.#processes.entries()) {
      await new CallerFleet([each]).#sendPatiently(firstWarmUpNumber + rank);
    }
  }

  /** The first request of a process takes long, and on a busy machine longer than a caller waits. */
  async #sendPatiently(firstNumber) {
    for (let attempt = 1; attempt <= mostWarmUps; attempt += 1) {
      const { sent } = await this.send({ firstNumber, each: 1 });
      if (sent.length === 1) return;
      await sleep(500);
    }
    throw new Error('the message of a warm-up was not sent');
  }

  async close() {
    await Promise.all(this.#processes.map((each) => each.end()));
  }

  #askAll(questionOf) {
    return Promise.all(this.#processes.map((each, rank) => each.ask(questionOf(rank))));
  }
}
