import { AskedProcess } from './processes/asked-process.mjs';

const file = new URL('./processes/system-process.mjs', import.meta.url);
/** No two systems may send to the same person or under the same id. */
const numbersPerSystem = 1_000_000_000;
let opened = 0;

/** One system in a process of its own. */
export class MeasuredSystem {
  #process;
  #firstNumber;
  #inFlight;
  #sent = 0;

  static async open(name, target, { inFlight, profileFolder }) {
    const profiling = profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
    const system = new MeasuredSystem(new AskedProcess(file, [name], profiling), inFlight);
    try {
      const { title } = await system.#process.ask({ kind: 'open', target });
      return Object.assign(system, { name, title });
    } catch (error) {
      await system.close();
      throw error;
    }
  }

  constructor(process, inFlight) {
    this.#process = process;
    this.#inFlight = inFlight;
    opened += 1;
    this.#firstNumber = opened * numbersPerSystem;
  }

  get sent() {
    return this.#sent;
  }

  /** Sends `count` messages and answers what one of them took. */
  async round(count) {
    const question = { kind: 'round', count, inFlight: this.#inFlight, firstNumber: this.#firstNumber };
    const { cpuUs, wallMs } = await this.#process.ask(question);
    this.#sent += count;
    return { cpuUsPerSend: cpuUs / count, sendsPerSecond: (count / wallMs) * 1000 };
  }

  close() {
    return this.#process.end();
  }
}
