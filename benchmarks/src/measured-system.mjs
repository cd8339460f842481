import { AskedProcess } from './processes/asked-process.mjs';

const file = new URL('./processes/system-process.mjs', import.meta.url);
/** No two systems may send to the same person or under the same id. */
const numbersPerSystem = 1_000_000_000;
let opened = 0;

/** One system in a process of its own. */
export class MeasuredSystem {
  #process;
  #firstNumber;
  #sent = 0;

  static async open(name, target, { profileFolder } = {}) {
    const profiling = profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
    const system = new MeasuredSystem(new AskedProcess(file, [name], profiling));
    try {
      const { title, note } = await system.#process.ask({ kind: 'open', target });
      return Object.assign(system, { name, title, note });
    } catch (error) {
      await system.close();
      throw error;
    }
  }

  constructor(process) {
    this.#process = process;
    opened += 1;
    this.#firstNumber = opened * numbersPerSystem;
  }

  get sent() {
    return this.#sent;
  }

  /** Sends `count` messages, `inFlight` at a time, and answers what one of them took. */
  async round(count, inFlight) {
    const question = { kind: 'round', count, inFlight, firstNumber: this.#firstNumber };
    const { cpuUs, wallMs } = await this.#process.ask(question);
    this.#sent += count;
    return { cpuUsPerSend: cpuUs / count, sendsPerSecond: (count / wallMs) * 1000 };
  }

  close() {
    return this.#process.end();
  }
}
